import { execFileSync } from "node:child_process"
import { cpSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { afterAll, describe, expect, it } from "vitest"
import { temporaryFolder } from "../../../test/temporaryFolder.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const other = temporaryFolder(afterAll)
cpSync(join(root, "packages/core/src"), join(other, "src"), { recursive: true })
symlinkSync(join(root, "node_modules"), join(other, "node_modules"))

/** What the script prints in a process of its own, where `./copy/…` is a second copy of the core. */
const printed = (script: string) =>
  execFileSync(
    process.execPath,
    ["--input-type=module", "-e", script.replaceAll("./copy/", `${pathToFileURL(other)}/src/`)],
    { cwd: root, encoding: "utf8" },
  )

describe("two copies of the core in one process", () => {
  it("are reported at the start, each by its place, and recognize each other's errors and numbers", () => {
    const said = printed(`
      import { isDecimalNumber } from "@hangtag/core/adapter"
      import { makeHangtag } from "@hangtag/core/promise"
      import { memoryPorts } from "@hangtag/testkit"
      import { decimalNumber, NotFound } from "./copy/index.ts"
      const batchRepository = {
        fill: () => { throw new NotFound({ resource: "batch", key: "B9" }) },
        records: () => { throw new NotFound({ resource: "batch", key: "B9" }) },
      }
      const hangtag = await makeHangtag(memoryPorts, { batchRepository })
      const me = { organization: "o", subject: "s", permissions: new Set(["price:write", "price:read"]) }
      const print = (error) => console.log(error._tag)
      await hangtag.addRecordsByVariants(me, { batch_key: "B9", variant_keys: ["V"], price_types: ["MAP"] }).catch(print)
      console.log(isDecimalNumber(decimalNumber("6.10")))`)
    expect(said).toContain("2 copies of @hangtag/core are loaded")
    expect(said).toContain(`${pathToFileURL(other)}/src/copies.ts`)
    expect(said).toMatch(/^NotFound$/m)
    expect(said).toMatch(/^true$/m)
  })

  it("are not found where there is one", () => {
    const said = printed(`
      import { makeHangtag } from "@hangtag/core/promise"
      import { memoryPorts } from "@hangtag/testkit"
      await makeHangtag(memoryPorts)`)
    expect(said).toBe("")
  })
})
