import { jsonOf } from "@hangtag/core/adapter"
import { Effect, Schema, SchemaAST } from "effect"
import { HttpServerResponse } from "effect/http"

/** Entries of lists that are encoded at once in some milliseconds; more go a part at a time. */
const fewEntries = 200
const charactersATurn = 150_000

/** A 200 with a JSON body. */
export const ok = (body: unknown): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(body)

type Result = Readonly<Record<string, unknown>>

/** What writes the elements of a list; none where they are no objects. */
const elementJson = ({
  ast,
}: {
  readonly ast: SchemaAST.AST
}): ((element: unknown) => unknown) | undefined => {
  const element = SchemaAST.isArrays(ast) ? ast.rest[0] : undefined
  return element?._tag === "Objects" || element?._tag === "Union"
    ? jsonOf(Schema.make<Schema.Codec<unknown>>(element))
    : undefined
}

/**
 * Makes the 200 of an operation's results: JSON by their schema, without `next`, which the `Link` says. A large one is
 * encoded in turns, since all of it in one would keep every other caller waiting.
 */
export const encoder = (output: Schema.Top) => {
  const { fields = {} } = output as { readonly fields?: Schema.Struct.Fields }
  const whole = jsonOf(output)
  const lists = Object.entries(fields).flatMap(([name, schema]) => {
    const toJson = elementJson(schema)
    return toJson === undefined ? [] : [[name, toJson] as const]
  })
  const inTurns = Effect.fnUntraced(function* (result: Result) {
    const others = whole({ ...result, ...Object.fromEntries(lists.map(([name]) => [name, undefined])) })
    const parts = [JSON.stringify(others).slice(0, -1)]
    for (const [name, toJson] of lists) {
      const texts: Array<string> = []
      let since = 0
      for (const each of result[name] as ReadonlyArray<unknown>) {
        const text = JSON.stringify(toJson(each))
        texts.push(text)
        since += text.length
        if (since < charactersATurn) continue
        since = 0
        yield* Effect.yieldNow
      }
      parts.push(`"${name}":[${texts.join(",")}]`)
    }
    const text = `${parts.join(",")}}`
    return HttpServerResponse.text(text, { contentType: "application/json" })
  })
  return (given: unknown): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
    const { next: _, ...result } = given as Result
    const entries = Object.values(result).reduce<number>(
      (sum, member) => sum + (Array.isArray(member) ? member.length : 0),
      0,
    )
    return entries <= fewEntries ? Effect.succeed(ok(whole(result))) : inTurns(result)
  }
}
