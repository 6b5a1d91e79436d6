import { describe, expect, layer } from "@effect/vitest"
import { SqlClient } from "effect/sql/SqlClient"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { fixedStatement } from "../../src/database/statements.ts"
import { embeddedTestLayer } from "../support/embeddedTestLayer.ts"

describe("a fixed statement", () => {
  layer(embeddedTestLayer("empty"), { excludeTestServices: true })((it) => {
    const test = generatorTests(it.effect)

    test("is put together once, and asks with the values of each call", function* () {
      const sql = yield* SqlClient
      let built = 0
      const ask = fixedStatement<object, { name: string | null; sizes: ReadonlyArray<number> }>(
        sql,
        ["name", "sizes"],
        ({ name, sizes }) => {
          built++
          return sql`select ${name}::text as name, ${sizes}::int[] as sizes`
        },
      )
      for (const values of [
        { name: "boot", sizes: [9, 10] },
        { name: null, sizes: [] },
        // what a parameter looks like is a value all the same
        { name: "$2 sizes'", sizes: [1] },
      ])
        expect(yield* ask(values)).toEqual([values])
      expect(built).toBe(1)
    })

    test("has one parameter for a name, wherever it stands, and none for a name that it does not use", function* () {
      const sql = yield* SqlClient
      const ask = fixedStatement<object, { unused: string; from: number; to: number }>(
        sql,
        ["unused", "from", "to"],
        ({ from, to }) =>
          sql`select ${to}::int - ${from}::int as between, ${from}::int as a, ${to}::int as b`,
      )
      const statement = ask({ unused: "x", from: 3, to: 5 })
      expect(statement.compile()[1]).toEqual([3, 5])
      expect(yield* statement).toEqual([{ between: 2, a: 3, b: 5 }])
    })

    test("tells its tenth parameter from its first", function* () {
      const sql = yield* SqlClient
      const names = Array.from("abcdefghijkl")
      const ask = fixedStatement<object, Record<string, string>>(
        sql,
        names,
        (values) =>
          sql`select concat(${sql.csv(names.toReversed().map((name) => sql`${values[name]}::text`))}) as all`,
      )
      const values = Object.fromEntries(names.map((name) => [name, name.toUpperCase()]))
      expect(yield* ask(values)).toEqual([{ all: "LKJIHGFEDCBA" }])
    })
  })
})
