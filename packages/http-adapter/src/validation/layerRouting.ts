import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { makeRouting, type Route } from "./routing.ts"

/** The routes of an API in the order of their declaration, which decides where two of them match. */
export const routesOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
): ReadonlyArray<Route> => {
  const routes: Array<Route> = []
  HttpApi.reflect(api, { onGroup: () => {}, onEndpoint: ({ endpoint }) => routes.push(endpoint) })
  return routes
}

/**
 * Stands before the router: answers 404, 405 with `Allow` and 307 itself, before anything is read or decoded,
 * and hands on the rest with a path that the router understands in the same way. Needs every route of the
 * server: `[...routesOf(Api), { method: "GET", path: "/docs" }]`.
 */
export const layerRouting = (
  routes: ReadonlyArray<Route>,
): Layer.Layer<never, never, HttpRouter.HttpRouter> => {
  const find = makeRouting(routes)
  return Layer.effectDiscard(
    Effect.flatMap(HttpRouter.HttpRouter, (router) =>
      router.addGlobalMiddleware((httpEffect) =>
        Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
          const [, path = "", query = ""] = /^([^?#]*)(\?[^#]*)?/.exec(request.url)!
          const routed = find(request.method, path)
          switch (routed._tag) {
            case "Found":
              return Effect.provideService(
                httpEffect,
                HttpServerRequest.HttpServerRequest,
                request.modify({ url: routed.path + query }),
              )
            case "Redirect":
              // relative, since only the client knows its way here; it begins with a route's own path
              return Effect.succeed(
                HttpServerResponse.empty({ status: 307, headers: { location: routed.path + query } }),
              )
            case "MethodNotAllowed":
              return Effect.succeed(detail(405, "Method Not Allowed", { allow: routed.allow }))
            case "NotFound":
              return Effect.succeed(detail(404, "Not Found"))
          }
        }),
      ),
    ),
  )
}

const detail = (status: number, text: string, headers: Record<string, string> = {}) =>
  HttpServerResponse.text(JSON.stringify({ detail: text }), {
    status,
    headers,
    contentType: "application/json",
  })
