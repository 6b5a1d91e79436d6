import { HttpServerResponse } from "effect/http"

/** An answer of `{detail}`, one sentence for people, and the `reason` of a conflict. */
export const refusal = (
  status: number,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
  conflict: { readonly reason?: "busy" | "carried_out" } = {},
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe({ detail, ...conflict }, { status, headers })
