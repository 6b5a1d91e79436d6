import { Context, Effect, Tracer } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { Arrival, RequestPath } from "./Arrival.ts"
import { LastRoute, RecordedRoute } from "./endpointAnnotations.ts"
import { notFound, refusal } from "./errorAnswers.ts"
import { makeMount, makeRouting, normalBasePath, type Route } from "./routing.ts"

/** An endpoint's route. Where two of them match, the order of their declaration decides. */
export const routeOf = ({ identifier, method, path, annotations }: HttpApiEndpoint.Top) => ({
  identifier,
  method,
  path,
  isLast: Context.get(annotations, LastRoute),
  isRecorded: Context.get(annotations, RecordedRoute),
})

/** A route with what answers the requests that it has. */
export interface AnsweredRoute<R> extends Route {
  readonly answer: Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>
}

/**
 * Answers each request by its route, and by 404, 405 with `Allow` or 307 where it has none, before anything is read or decoded. The
 * routes are under `basePath`, which they do not see, but as `RequestPath`. A `publicPath` is as good as a base path, and as
 * none: a proxy may have taken it off.
 */
export const answerRoutes = <R>(
  routes: ReadonlyArray<AnsweredRoute<R>>,
  basePath?: string,
  publicPath?: string,
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, R | HttpServerRequest.HttpServerRequest> => {
  const find = makeRouting(routes)
  const mounts = [makeMount(publicPath ?? basePath)]
  const prefix = publicPath === undefined ? "" : normalBasePath(publicPath)
  if (prefix !== "") mounts.push((url) => ({ basePath: prefix, url, isBare: false }))
  return Effect.contextWith((context: Context.Context<HttpServerRequest.HttpServerRequest>) => {
    const request = Context.get(context, HttpServerRequest.HttpServerRequest)
    const arrival = Context.get(context, Arrival)
    const ways = mounts.flatMap((mount) => {
      const mounted = mount(arrival?.target ?? request.url, arrival?.stripped)
      if (mounted === undefined) return []
      const [, path = "", query = ""] = /^([^?#]*)(\?[^#]*)?/.exec(mounted.url)!
      return [{ mounted, query, routed: find(arrival?.method ?? request.method, path) }]
    })
    const way = ways.find(({ routed }) => routed._tag !== "NotFound") ?? ways[0]
    if (way === undefined) return Effect.succeed(notFound)
    const { mounted, query, routed } = way
    const { basePath } = mounted
    switch (routed._tag) {
      case "Found": {
        // what stands at the root is a page
        if (mounted.isBare) return Effect.succeed(redirect(`${basePath}/${query}`))
        const { route, params, path } = routed
        const span = Context.getOrUndefined(context, Tracer.ParentSpan)
        if (span?._tag === "Span") span.attribute("http.route", route.path)
        const url = path + query
        const answer = Effect.provideService(route.answer, RequestPath, { basePath, params })
        // as it came, nearly always: another request costs a small one 2 % of its time
        return url === request.url
          ? answer
          : Effect.provideService(answer, HttpServerRequest.HttpServerRequest, request.modify({ url }))
      }
      case "Redirect":
        // relative, since only the client knows its way here; it begins with a route's own path
        return Effect.succeed(redirect(basePath + routed.path + query))
      case "MethodNotAllowed":
        return Effect.succeed(refusal(405, "Method Not Allowed", { allow: routed.allow }))
      case "NotFound":
        return Effect.succeed(notFound)
    }
  })
}

const redirect = (location: string) => HttpServerResponse.empty({ status: 307, headers: { location } })
