// After a pack: takes back what `prepack.ts` put in place.

import { renameSync, rmSync } from "node:fs"

renameSync(".package.json", "package.json")
rmSync("LICENSE")
