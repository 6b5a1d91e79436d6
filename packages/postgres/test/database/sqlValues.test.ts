import { describe, expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { Statement } from "effect/sql/Statement"
import { testDatabases } from "../support/testDatabases.ts"

/** How values go to Postgres and come back: what the repositories rely on. */
const values: ReadonlyArray<readonly [string, (sql: SqlClient) => Statement<object>, object]> = [
  [
    "numeric keeps its digits",
    (sql) => sql`select 0.10::numeric as a, 149.950 as b`,
    { a: "0.10", b: "149.950" },
  ],
  [
    "sums of numeric are exact",
    (sql) => sql`select ${"0.1"}::numeric + ${"0.2"}::numeric as a`,
    { a: "0.3" },
  ],
  [
    "numeric takes more digits than a float has",
    (sql) => sql`select ${`${"9".repeat(30)}.01`}::numeric as a`,
    { a: `${"9".repeat(30)}.01` },
  ],
  [
    "bigint is a BigInt both ways",
    (sql) => sql`select ${2n ** 62n}::bigint as a, count(*) as b`,
    { a: 2n ** 62n, b: 1n },
  ],
  ["int4 is a number", (sql) => sql`select count(*)::int as a, ${7}::int as b`, { a: 1, b: 7 }],
  [
    "jsonb comes parsed",
    (sql) => sql`select '{"a": [1, "x", null]}'::jsonb as a`,
    { a: { a: [1, "x", null] } },
  ],
  [
    "jsonb goes as JSON text",
    (sql) => sql`select ${JSON.stringify({ a: "é" })}::jsonb as a`,
    { a: { a: "é" } },
  ],
  ["text[] both ways", (sql) => sql`select ${["a", 'b,"c', null]}::text[] as a`, { a: ["a", 'b,"c', null] }],
  ["any of an array", (sql) => sql`select 'b' = any(${["a", "b"]}::text[]) as a`, { a: true }],
  ["any of an empty array", (sql) => sql`select 'b' = any(${[]}::text[]) as a`, { a: false }],
  [
    "several arrays, row by row",
    (sql) => sql`
      select array_agg(k || ':' || amount || ':' || n order by ord) as a
      from unnest(${["x", "y"]}::text[], ${["1.10", "2"]}::text[]::numeric[], ${[1, 2]}::int[])
        with ordinality as u (k, amount, n, ord)`,
    { a: ["x:1.10:1", "y:2:2"] },
  ],
  [
    "rows as one JSON parameter, amounts exact as strings",
    (sql) => sql`
      select array_agg(k || ':' || amount) as a, count(color)::int as b
      from jsonb_to_recordset(${JSON.stringify([{ k: "x", amount: "0.10", color: null }])}::jsonb)
        as r (k text, amount numeric, color text)`,
    { a: ["x:0.10"], b: 0 },
  ],
  [
    "an optional parameter, cast",
    (sql) => sql`select (${null}::text is null or k = ${null}) as a from (values ('x')) v (k)`,
    { a: true },
  ],
  [
    "timestamptz is a Date, cut to milliseconds",
    (sql) => sql`select '2026-12-01T00:00:00.123456Z'::timestamptz as a`,
    { a: new Date("2026-12-01T00:00:00.123Z") },
  ],
  ["date is text", (sql) => sql`select '2026-12-01'::date as a`, { a: "2026-12-01" }],
]

for (const { name, unavailable, layer: database } of testDatabases) {
  describe.skipIf(unavailable)(`SQL values on ${name}`, () => {
    layer(database("empty"))((it) => {
      it.effect.each(values)("%s", ([, statement, expected]) =>
        Effect.gen(function* () {
          expect(yield* statement(yield* SqlClient)).toEqual([expected])
        }),
      )

      it.effect("settings of a transaction end with it", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient
          const setting = sql`select nullif(current_setting('hangtag.organization', true), '') as a`
          const inside = yield* sql.withTransaction(
            Effect.andThen(sql`select set_config('hangtag.organization', 'o1', true)`, setting),
          )
          expect([inside, yield* setting]).toEqual([[{ a: "o1" }], [{ a: null }]])
        }),
      )

      it.effect("a swallowed error of a statement makes its transaction fail", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient
          yield* sql`create table swallowed (n int)`
          const body = Effect.andThen(sql`insert into swallowed values (1)`, Effect.ignore(sql`select 1 / 0`))
          expect(yield* Effect.flip(sql.withTransaction(body))).toMatchObject({ _tag: "SqlError" })
          expect(yield* sql`select n from swallowed`).toEqual([])
        }),
      )
    })
  })
}
