import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, type Schema, SchemaAST } from "effect"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"
import { HangtagApi } from "../../src/api/HangtagApi.ts"
import { Served } from "../../src/api/served.ts"
import { ask } from "../support/ask.ts"
import { own } from "../support/callers.ts"
import { type Keys, keysOf, operations } from "../support/operations.ts"
import { seedOperations } from "../support/seeds.ts"
import { onWallClock, testServer } from "../support/TestServer.ts"

type Loc = ReadonlyArray<string | number>

/** Where a schema takes the day or moment at which something takes effect. */
const datesOf = (ast: SchemaAST.AST, loc: Loc): ReadonlyArray<Loc> => {
  if (ast.checks?.some(({ annotations }) => annotations?.dateForm === true)) return [loc]
  if (SchemaAST.isArrays(ast)) return ast.rest.flatMap((type) => datesOf(type, [...loc, 0]))
  if (SchemaAST.isUnion(ast)) return ast.types.flatMap((type) => datesOf(type, loc))
  if (!SchemaAST.isObjects(ast)) return []
  return ast.propertySignatures.flatMap(({ name, type }) => datesOf(type, [...loc, String(name)]))
}

const endpoints: Array<{ readonly endpoint: HttpApiEndpoint.Top; readonly dates: ReadonlyArray<Loc> }> = []
HttpApi.reflect(HangtagApi, {
  onGroup: () => {},
  onEndpoint: ({ endpoint }) => {
    const served = Context.get(endpoint.annotations, Served)
    const query = endpoint.query as { readonly schema?: { readonly fields: object } } | undefined
    const asked = query?.schema?.fields ?? {}
    const body = endpoint.payload.get("application/json")?.schemas[0] as
      | { readonly schema: Schema.Top }
      | undefined
    const dates = [
      ...(served ? datesOf(served.operation.input.ast, ["query"]) : []).filter(([, name]) => name! in asked),
      ...(body ? datesOf(body.schema.ast, ["body"]) : []),
    ]
    // a removal answers what it has not found: a line of such a day is nowhere
    if (dates.length > 0 && endpoint.identifier !== "removeBatchChanges") endpoints.push({ endpoint, dates })
  },
})

const operationOf = ({ method, path }: HttpApiEndpoint.Top) => {
  const pattern = new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`)
  return operations.find(({ request }) => {
    const { method: asked = "GET", target } = request(keysOf("", "J"))
    return asked === method && pattern.test(target.split("?")[0]!)
  })!
}

/** Entries of lists that requests may leave out. */
const entries = {
  blackouts: [{ from: "2027-01-01", until: "2027-01-02", reason: "stocktaking" }],
}

/** The value with another one at that place. */
const withAt = (value: unknown, [name, ...rest]: Loc, at: unknown): unknown => {
  if (name === undefined) return at
  if (typeof name === "number") return [withAt((value as ReadonlyArray<unknown>)[0], rest, at)]
  const members = { ...(value as Readonly<Record<string, unknown>>) }
  return { ...members, [name]: withAt({ ...entries, ...members }[name], rest, at) }
}

class Seeded extends Context.Service<Seeded, Keys>()("@hangtag/http-adapter/test/Seeded") {}

const seeded = Layer.effect(Seeded, seedOperations(own, "-o")).pipe(Layer.provideMerge(testServer()))

layer(onWallClock(seeded))("a day that the calendar does not have", (it) => {
  for (const { endpoint, dates } of endpoints) {
    it.effect(`${endpoint.identifier} refuses at ${dates.map((loc) => loc.join(".")).join(", ")}`, () =>
      Effect.gen(function* () {
        const { target, body, ...rest } = operationOf(endpoint).request(yield* Seeded)
        for (const [part, ...loc] of dates)
          for (const date of ["2027-02-30", "2027-02-30T00:00:00Z", "2027-01-01T24:00:00Z"]) {
            const url = new URL(target, "http://localhost")
            if (part === "query") url.searchParams.set(loc.join("."), date)
            const { status, json } = yield* ask({
              ...rest,
              target: `${url.pathname}${url.search}`,
              body: part === "body" ? (withAt(body, loc, date) as object) : body,
            })
            const said = `${date} at ${loc.join(".")}: ${JSON.stringify(json)}`
            assert.strictEqual(status, 422, said)
            const { detail } = json as { readonly detail: ReadonlyArray<{ readonly loc: Loc }> }
            assert.isTrue(
              detail.some((each) => each.loc.at(-1) === loc.at(-1)),
              said,
            )
          }
      }),
    )
  }
})
