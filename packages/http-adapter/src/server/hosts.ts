import { Context, Effect } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { Arrival } from "../validation/Arrival.ts"
import { refusal } from "../validation/errorAnswers.ts"

/** How many `Host` lines came; Node keeps the first of them, a proxy may have gone by the last. */
const hostLines = (source: unknown, host: string | undefined): number => {
  const { rawHeaders } = source as { readonly rawHeaders?: ReadonlyArray<string> }
  if (rawHeaders === undefined) return host?.includes(",") ? 2 : 1
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length
}

const hostName = (host: string): string => /^(\[[^\]]*\]|[^:]*)/.exec(host)![0].toLowerCase()

const isLoopbackName = (name: string): boolean =>
  name === "localhost" || name.endsWith(".localhost") || name === "[::1]" || /^127(\.\d{1,3}){3}$/.test(name)

const twoHosts = refusal(400, "A request names one host: send one Host header")
const unknownHost = refusal(
  421,
  "Without authentication this server answers to names of this machine only, such as localhost",
)

/**
 * Refuses requests that name two hosts, as RFC 9112 §3.2 has it: who is before us may have taken the other one.
 *
 * Where `names` are given, answers under them and loopback's alone. For a server without authentication: a page in the
 * developer's browser whose name was made to lead to this machine (DNS rebinding) could use it as the developer.
 */
export const knownHosts =
  (names: ReadonlyArray<string> | undefined) =>
  <E, R>(
    app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest> =>
    Effect.contextWith((context: Context.Context<HttpServerRequest.HttpServerRequest>) => {
      const { source, headers } = Context.get(context, HttpServerRequest.HttpServerRequest)
      const arrival = Context.get(context, Arrival)
      if (hostLines(arrival?.request ?? source, headers.host) > 1) return Effect.succeed(twoHosts)
      if (names === undefined) return app
      const name = hostName(headers.host ?? "localhost")
      return isLoopbackName(name) || names.includes(name) ? app : Effect.succeed(unknownHost)
    })
