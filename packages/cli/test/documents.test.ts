import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { root } from "../../../test/hangtag.ts"
import type { Setting } from "../src/settings/setting.ts"
import { type SettingName, settingTable } from "../src/settings/settingTable.ts"

const text = readFileSync(join(root, "docs/operations.md"), "utf8")

const rowsOf = (heading: string): ReadonlyArray<ReadonlyArray<string>> =>
  text
    .slice(text.indexOf(`\n## ${heading}`))
    .split("\n## ", 2)[1]!
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))

const quoted = (cell: string) => Array.from(cell.matchAll(/`([^`]*)`/g), ([, word]) => word!)

describe("docs/operations.md", () => {
  it("tells of every setting, and of no other, with its default", () => {
    const rows = rowsOf("Settings")
    const documented = rows.flatMap(([, names]) => quoted(names!))
    assert.deepStrictEqual(documented.toSorted(), Object.keys(settingTable).toSorted())
    for (const [, names, defaults] of rows) {
      const values = defaults!.split(", ")
      quoted(names!).forEach((name, index) => {
        const setting: Setting<unknown> = settingTable[name as SettingName]
        if (setting.default !== undefined) assert.strictEqual(values[index], `\`${setting.default}\``, name)
      })
    }
  })
})
