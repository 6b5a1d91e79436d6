import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll, expect, it } from "vitest"
import { temporaryFolder } from "../../../../test/temporaryFolder.ts"
import { runHere } from "../support/commandLine.ts"

const folder = temporaryFolder(afterAll)

const here = (...args: ReadonlyArray<string>) =>
  Effect.runPromise(runHere(args, { HANGTAG_DATA: join(folder, "data") }))

it("a terminal is shown no command that a name or a file holds", async () => {
  const file = join(folder, "catalog.ndjson")
  const product = { kind: "product", brand_key: "A", product_key: "P", version: 1, name: "P", source: "x" }
  const lines = [
    { kind: "brand", brand_key: "A", name: "A", "\u001b[31m": 1 },
    { ...product, variants: [{ variant_key: "V", color: "Red" }] },
  ]
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""))
  const imported = await here("import", file, "-o", "demo", "--create")
  expect(imported.printed).toContain("ignored: brand.\\u001b[31m (on 1 lines)")
  const change = ["price-change", "generate", "A", "P", "Red", "MAP=9@2999-01-01"]
  const made = await here(...change, "-o", "demo", "--name", "Spring\u001b]0;x\u0007")
  expect(made).toMatchObject({ code: 0 })
  const listed = await here("batches", "list", "-o", "demo")
  expect(listed.printed).toContain("Spring\\u001b]0;x\\u0007")
  expect(imported.printed + made.printed + listed.printed).not.toMatch(/[^\P{Cc}\n]/u)
  const unknown = await here("import", join(folder, "no\u001b[2Jthing"), "-o", "demo")
  expect(unknown.complaint).toContain("no\\u001b[2Jthing")
}, 60_000)
