// Before the package in this directory is published, as opposed to packed: it has to say where its sources really are.

import { readFileSync } from "node:fs"

const { name, repository } = JSON.parse(readFileSync("package.json", "utf8"))
if (new URL(repository.url.replace(/^git\+/, "")).hostname.endsWith(".example")) {
  throw new Error(
    `${name} would be published with the repository ${repository.url}: set it to where its sources are`,
  )
}
