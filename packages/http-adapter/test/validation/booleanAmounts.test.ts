import { assert, layer } from "@effect/vitest"
import { Context, Effect, type Schema, SchemaAST } from "effect"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"
import { HangtagApi } from "../../src/api/HangtagApi.ts"
import { RecordedRoute } from "../../src/validation/endpointAnnotations.ts"
import { ask } from "../support/ask.ts"
import { onWallClock, testServer } from "../support/TestServer.ts"

type Loc = ReadonlyArray<string | number>

/** Something of a schema's objects and lists, with true in the place of each amount, and where those are. */
const withTrue = (ast: SchemaAST.AST, loc: Loc, into: Array<Loc>): unknown => {
  if (SchemaAST.isArrays(ast)) return [withTrue(ast.rest[0]!, [...loc, 0], into)]
  if (SchemaAST.isUnion(ast)) return withTrue(ast.types.find((type) => !SchemaAST.isNull(type))!, loc, into)
  if (SchemaAST.isDeclaration(ast) && ast.annotations?.decimal !== undefined) {
    into.push(loc)
    return true
  }
  if (!SchemaAST.isObjects(ast) || ast.indexSignatures.length > 0) return null
  return Object.fromEntries(
    ast.propertySignatures.map(({ name, type }) => [name, withTrue(type, [...loc, String(name)], into)]),
  )
}

const found: Array<{
  readonly endpoint: HttpApiEndpoint.Top
  readonly body: unknown
  readonly amounts: Array<Loc>
}> = []
HttpApi.reflect(HangtagApi, {
  onGroup: () => {},
  onEndpoint: ({ endpoint }) => {
    const codec = endpoint.payload.get("application/json")?.schemas[0] as
      | { readonly schema: Schema.Top }
      | undefined
    const amounts: Array<Loc> = []
    const body = codec && withTrue(codec.schema.ast, ["body"], amounts)
    if (amounts.length > 0) found.push({ endpoint, body, amounts })
  },
})

/** Where amounts are refused. */
const refusedAt = Effect.fnUntraced(function* ({ endpoint: { method, path }, body }: (typeof found)[number]) {
  const { json } = yield* ask({ method, target: path.replace(/:\w+/g, "x"), body: body as object })
  const { detail } = json as { detail: ReadonlyArray<{ type: string; loc: Loc; msg: string }> }
  return detail.flatMap(({ type, loc, msg }) =>
    type === "float_type" && msg === "Input should be a valid number" ? [loc] : [],
  )
})

layer(onWallClock(testServer()))("true in the place of an amount", (it) => {
  for (const each of found) {
    const { endpoint, amounts } = each
    const isRecorded = Context.get(endpoint.annotations, RecordedRoute)
    it.effect(`${endpoint.identifier} ${isRecorded ? "takes it for 1, as is recorded" : "refuses it"}`, () =>
      Effect.gen(function* () {
        assert.sameDeepMembers(yield* refusedAt(each), isRecorded ? [] : amounts)
      }),
    )
  }

  it("is asked of every endpoint that has amounts", () => {
    const names = found.map(({ endpoint }) => endpoint.identifier)
    assert.includeMembers(names, ["previewColorway", "generatePriceChange", "adjustPrices"])
  })
})
