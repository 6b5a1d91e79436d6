import { assert, layer } from "@effect/vitest"
import type { PriceEntry } from "@hangtag/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { recordKey } from "../../src/imports/recordKey.ts"
import { thoroughDatabase } from "../support/testDatabases.ts"

const texts = [
  "V1",
  "",
  "null",
  "NuLL",
  "nulls",
  "a b",
  " ",
  "\t",
  "\n",
  "\r",
  "\v",
  "\f",
  '"',
  "\\",
  "{}",
  ",",
  "'",
  ";",
].concat([
  "\u00a0",
  "\u2028",
  "\ufeff",
  "\u0085",
  "é",
  "日本",
  "👟",
  "\u0001",
  "x".repeat(300),
  '\\"{,}',
  "NULL ",
])
const amounts = [
  "0",
  "0.00",
  "00",
  "007",
  "10",
  "100.50",
  "000.5",
  "0.050",
  "1000",
  "1.0000",
  `${"9".repeat(400)}.10`,
]

const entries: ReadonlyArray<PriceEntry> = texts.flatMap((text, index) => {
  const amount = amounts[index % amounts.length]!
  const entry = {
    variant_key: "V",
    price_type: "MAP",
    amount,
    effective_from: "2026-01-01",
    status: "active",
  } as const
  return [
    { ...entry, variant_key: text, batch_key: null },
    { ...entry, price_type: text, status: "draft", batch_key: text },
  ]
})

layer(thoroughDatabase.layer("empty"))("the key of an imported price", (it) => {
  it.effect("is the one that Postgres made until now", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      for (const organization of ["demo", "two words"]) {
        const rows = yield* sql<{ readonly key: string }>`
              select substr(encode(sha256(convert_to(array[${organization}, e.v, e.t, trim_scale(e.a::numeric)::text, e.f, e.s,
                case when e.has then e.b end]::text, 'UTF8')), 'hex'), 1, 32) as key
              from unnest(${entries.map((each) => each.variant_key)}::text[], ${entries.map((each) => each.price_type)}::text[],
                ${entries.map((each) => each.amount)}::text[], ${entries.map((each) => each.effective_from)}::text[],
                ${entries.map((each) => each.status)}::text[], ${entries.map((each) => each.batch_key ?? "")}::text[],
                ${entries.map((each) => each.batch_key !== null)}::boolean[]) with ordinality e(v, t, a, f, s, b, has, ord)
              order by ord`
        assert.deepStrictEqual(
          entries.map((entry) => recordKey(organization, entry)),
          rows.map(({ key }) => key),
        )
      }
    }),
  )
})
