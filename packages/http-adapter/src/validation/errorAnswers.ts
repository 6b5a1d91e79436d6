import { stringifyParsed } from "@hangtag/core/adapter"
import { HttpServerResponse } from "effect/http"
import type { ErrorDetail } from "./Refusal.ts"

const jsonText = (status: number, text: string, headers: Readonly<Record<string, string>> = {}) =>
  HttpServerResponse.text(text, { status, headers, contentType: "application/json" })

/** An answer of `{detail}`, one sentence for people, and the `reason` of a conflict. */
export const refusal = (
  status: number,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
  conflict: { readonly reason?: "busy" | "carried_out" } = {},
): HttpServerResponse.HttpServerResponse => jsonText(status, JSON.stringify({ detail, ...conflict }), headers)

export const notFound = refusal(404, "Not Found")

export const unreadable = refusal(400, "There was an error parsing the body")

/** Characters: a body's faults may show all of it several times over. What is longer ends with the entry that exceeds it. */
const mostCharacters = 1_000_000

/** The 422 for these faults. */
export const invalid = (detail: ReadonlyArray<ErrorDetail>): HttpServerResponse.HttpServerResponse => {
  const entries: Array<string> = []
  let characters = 0
  for (const entry of detail) {
    const text = textOf(entry)
    // What it would echo is nested too deeply for the stack. The reference answers 500 here.
    if (text === undefined) return unreadable
    entries.push(text)
    characters += text.length
    if (characters > mostCharacters) break
  }
  return jsonText(422, `{"detail":[${entries.join(",")}]}`)
}

const textOf = (entry: ErrorDetail): string | undefined => {
  try {
    return stringifyParsed(entry)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
