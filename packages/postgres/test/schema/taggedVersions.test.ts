import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { baselineVersion } from "../../src/schema/baseline.ts"

const root = new URL("../../../../", import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), "utf8")

/** `| 0.1.0 | 36 |`, of docs/upgrades.md. */
const tagged = [...read("docs/upgrades.md").matchAll(/^\| (\d+\.\d+\.\d+) \| (\d+) \|$/gm)].map(
  ([, version, schema]) => ({ version, schema: Number(schema) }),
)

describe("the baseline", () => {
  it("can be reached by a database that any tagged version made", () => {
    for (const { version, schema } of tagged) assert.isAtLeast(schema, baselineVersion, version)
  })

  it("is compared with the version of the packages, once that is a tagged one", () => {
    const { version } = JSON.parse(read("packages/postgres/package.json")) as { readonly version: string }
    if (version !== "0.0.0")
      assert.include(
        tagged.map((each) => each.version),
        version,
      )
  })
})
