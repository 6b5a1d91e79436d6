// Before a package is published, as opposed to packed: it has to say where its sources really are.

import { readFileSync } from "node:fs"

const { repository } = JSON.parse(readFileSync("../../package.json", "utf8"))
if (new URL(repository.url.replace(/^git\+/, "")).hostname.endsWith(".example")) {
  throw new Error(
    `The repository would be ${repository.url}: set it in the workspace's package.json to where the sources are`,
  )
}
