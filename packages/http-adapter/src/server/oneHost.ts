import { Effect } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { Arrival } from "../validation/Arrival.ts"
import { refusal } from "./refusal.ts"

/** How many `Host` lines came; Node keeps the first of them, a proxy may have gone by the last. */
const hostLines = (source: unknown, host: string | undefined): number => {
  const { rawHeaders } = source as { readonly rawHeaders?: ReadonlyArray<string> }
  if (rawHeaders === undefined) return host?.includes(",") ? 2 : 1
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length
}

/** Refuses requests that name two hosts, as RFC 9112 §3.2 has it: who is before us may have taken the other one. */
export const oneHost = <E, R>(
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest> =>
  Effect.flatMap(
    Effect.zip(HttpServerRequest.HttpServerRequest, Arrival),
    ([{ source, headers }, arrival]) =>
      hostLines(arrival?.request ?? source, headers.host) > 1
        ? Effect.succeed(refusal(400, "A request names one host: send one Host header"))
        : app,
  )
