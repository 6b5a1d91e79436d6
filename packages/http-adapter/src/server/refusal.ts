import { HttpServerResponse } from "effect/http"

/** An answer of `{detail}`, one sentence for people. */
export const refusal = (
  status: number,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): HttpServerResponse.HttpServerResponse => HttpServerResponse.jsonUnsafe({ detail }, { status, headers })
