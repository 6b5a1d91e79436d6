import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { usesOf } from "../../src/catalog/usesOf.ts"
import { thoroughDatabase } from "../support/testDatabases.ts"

const members = ["height", "", 'a "b"', "\\", "/", "é", "日本", "👟", "\u2028", "\u0001", "\t", "\u007f", "'"]
const values: ReadonlyArray<unknown> = [
  ...[null, true, 0, -1.5, 1e300, "", "text", "2026-02-31", "2026-2-1", "2026-02-01\n", "02026-02-01"],
  ...[
    [],
    ["a", 1],
    { key: "a" },
    { key: "a", label: "b" },
    { key: "a", label: 1 },
    { key: 1 },
    { key: null },
  ],
  ...[{ key: "a", more: "b" }, { label: "b" }, {}, Object.fromEntries(members.map((name) => [name, name]))],
]
const carriers = [
  ...values.map((value) => ({ material: value })),
  Object.fromEntries(members.map((name, index) => [name, values[index]])),
  Object.fromEntries(members.map((name) => [name, { key: 1, [name]: null }])),
  {},
].map((attributes) => ({ attributes: JSON.stringify(attributes) }))

layer(thoroughDatabase.layer())("what a product uses of attributes", (it) => {
  it.effect("is what the tables' own function finds", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const found = yield* sql<{ readonly at: number; readonly uses: ReadonlyArray<string> }>`
            select c.at::int as at, array(select distinct hangtag_attribute_uses(c.attributes::json)) as uses
            from unnest(${carriers.map(({ attributes }) => attributes)}::text[]) with ordinality c(attributes, at) order by 1`
      assert.deepStrictEqual(
        carriers.map((carrier) => usesOf([carrier])),
        found.map(({ uses }) => uses.toSorted()),
      )
      assert.deepStrictEqual(usesOf(carriers), [...new Set(found.flatMap(({ uses }) => uses))].sort())
    }),
  )
})
