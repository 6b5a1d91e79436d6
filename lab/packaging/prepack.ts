// Before `pnpm pack` or `npm pack` of the package in this directory: builds it anew, and puts the manifest in place that
// is published (the built `exports`, versions instead of `workspace:`). `postpack.ts` takes that back.

import { execFileSync } from "node:child_process"
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { publishedManifest } from "./publishedManifest.ts"

const root = join(import.meta.dirname, "../..")

// a run that packs all packages has built them just now
if (process.env.HANGTAG_BUILT === undefined) {
  // what an earlier build left of files that are gone would be packed too
  rmSync("dist", { recursive: true, force: true })
  execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-b"], { stdio: "inherit" })
}

// what is no TypeScript of Node's: the workbench's page
if (existsSync("page/build.ts"))
  execFileSync(process.execPath, ["page/build.ts", "dist/page"], { stdio: "inherit" })

copyFileSync("package.json", ".package.json")
// at once, for a package that is packed beside this one may read it
writeFileSync(
  ".package.new.json",
  `${JSON.stringify(publishedManifest(readFileSync("package.json", "utf8"), root), null, 2)}\n`,
)
renameSync(".package.new.json", "package.json")
copyFileSync(join(root, "LICENSE"), "LICENSE")
