import { Context, Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { Arrival } from "./Arrival.ts"
import { BasePath, makeMount, normalBasePath } from "./basePath.ts"
import { LastRoute } from "./LastRoute.ts"
import { RecordedRoute } from "./RecordedRoute.ts"
import { makeRouting, type Route } from "./routing.ts"

/** The routes of an API in the order of their declaration, which decides where two of them match. */
export const routesOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
): ReadonlyArray<Route & { readonly identifier: string }> => {
  const routes: Array<Route & { readonly identifier: string }> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint: { identifier, method, path, annotations } }) =>
      routes.push({
        identifier,
        method,
        path,
        isLast: Context.get(annotations, LastRoute),
        isRecorded: Context.get(annotations, RecordedRoute),
      }),
  })
  return routes
}

/**
 * Stands before the router: answers 404, 405 with `Allow` and 307 itself, before anything is read or decoded,
 * and hands on the rest with a path that the router understands in the same way. Needs every route of the
 * server: `[...routesOf(Api), { method: "GET", path: "/docs" }]`. Those are under `basePath`, which the rest of
 * the server does not see, but as `BasePath`. A `publicPath` is as good as a base path, and as none: a proxy may have taken it off.
 */
export const layerRouting = (
  routes: ReadonlyArray<Route>,
  basePath?: string,
  publicPath?: string,
): Layer.Layer<never, never, HttpRouter.HttpRouter> => {
  const find = makeRouting(routes)
  const mounts = [makeMount(publicPath ?? basePath)]
  const prefix = publicPath === undefined ? "" : normalBasePath(publicPath)
  if (prefix !== "") mounts.push((url) => ({ basePath: prefix, url, isBare: false }))
  return Layer.effectDiscard(
    Effect.flatMap(HttpRouter.HttpRouter, (router) =>
      router.addGlobalMiddleware((httpEffect) =>
        Effect.flatMap(Effect.zip(HttpServerRequest.HttpServerRequest, Arrival), ([request, arrival]) => {
          const ways = mounts.flatMap((mount) => {
            const mounted = mount(arrival?.target ?? request.url, arrival?.stripped)
            if (mounted === undefined) return []
            const [, path = "", query = ""] = /^([^?#]*)(\?[^#]*)?/.exec(mounted.url)!
            return [{ mounted, query, routed: find(arrival?.method ?? request.method, path) }]
          })
          const way = ways.find(({ routed }) => routed._tag !== "NotFound") ?? ways[0]
          if (way === undefined) return Effect.succeed(detail(404, "Not Found"))
          const { mounted, query, routed } = way
          switch (routed._tag) {
            case "Found": {
              // what stands at the root is a page
              if (mounted.isBare) return Effect.succeed(redirect(`${mounted.basePath}/${query}`))
              const url = routed.path + query
              // as it came, nearly always: another request and context cost a small one 2 % of its time
              const routedTo =
                url === request.url
                  ? httpEffect
                  : Effect.provideService(
                      httpEffect,
                      HttpServerRequest.HttpServerRequest,
                      request.modify({ url }),
                    )
              return mounted.basePath === ""
                ? routedTo
                : Effect.provideService(routedTo, BasePath, mounted.basePath)
            }
            case "Redirect":
              // relative, since only the client knows its way here; it begins with a route's own path
              return Effect.succeed(redirect(mounted.basePath + routed.path + query))
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

const redirect = (location: string) => HttpServerResponse.empty({ status: 307, headers: { location } })

const detail = (status: number, text: string, headers: Record<string, string> = {}) =>
  HttpServerResponse.text(JSON.stringify({ detail: text }), {
    status,
    headers,
    contentType: "application/json",
  })
