import { stringifyParsed } from "@hangtag/core/adapter"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { ErrorDetail } from "./errorDetail.ts"

export const jsonResponse = (status: number, body: string, headers: Record<string, string> = {}) =>
  HttpServerResponse.text(body, { status, headers, contentType: "application/json" })

export const unreadable = jsonResponse(400, JSON.stringify({ detail: "There was an error parsing the body" }))

/** A body's faults may show all of it several times over; no list of them is longer than this, and one more. */
const mostCharacters = 16_000_000
const charactersATurn = 500_000

/** The 422 for these faults, written an entry at a time, with a turn for everybody else between some of them. */
export const invalid = Effect.fnUntraced(function* (detail: ReadonlyArray<ErrorDetail>) {
  const entries: Array<string> = []
  let [characters, turn] = [0, charactersATurn]
  for (const entry of detail) {
    const text = textOf(entry)
    // What it would echo is nested too deeply for the stack. The reference answers 500 here.
    if (text === undefined) return unreadable
    entries.push(text)
    characters += text.length
    if (characters > mostCharacters) break
    if (characters < turn) continue
    turn = characters + charactersATurn
    yield* Effect.yieldNow
  }
  return jsonResponse(422, `{"detail":[${entries.join(",")}]}`)
})

const textOf = (entry: ErrorDetail): string | undefined => {
  try {
    return stringifyParsed(entry)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
