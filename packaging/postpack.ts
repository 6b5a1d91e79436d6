// After a pack: takes back what `prepack.ts` changed for npm.

import { existsSync, renameSync, rmSync } from "node:fs"

if (existsSync(".package.json")) {
  renameSync(".package.json", "package.json")
  rmSync("LICENSE", { force: true })
}
