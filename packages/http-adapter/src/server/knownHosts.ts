import { Effect } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { refusal } from "./refusal.ts"

const hostName = (host: string): string => /^(\[[^\]]*\]|[^:]*)/.exec(host)![0].toLowerCase()

const isLoopbackName = (name: string): boolean =>
  name === "localhost" || name.endsWith(".localhost") || name === "[::1]" || /^127(\.\d{1,3}){3}$/.test(name)

/**
 * Answers under loopback's names and these alone. For a server without authentication: a page in the developer's
 * browser whose name was made to lead to this machine (DNS rebinding) could use it as the developer.
 */
export const knownHosts =
  (names: ReadonlyArray<string>) =>
  <E, R>(
    app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest> =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) => {
      const name = hostName(headers.host ?? "localhost")
      return isLoopbackName(name) || names.includes(name)
        ? app
        : Effect.succeed(
            refusal(
              421,
              "Without authentication this server answers to names of this machine only, such as localhost",
            ),
          )
    })
