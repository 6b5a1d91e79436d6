import { Context, Effect, Layer, Tracer } from "effect"

/**
 * Builds the layer as if its building were not traced.
 *
 * Handlers run with what they were built with, a span of that time included: then it, and not the request, would be the
 * parent of whatever they do.
 */
export const outsideOfSpans = <A, E, R>(layer: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
  Layer.fromBuildMemo((memoMap, scope) =>
    Effect.updateContext(
      Layer.buildWithMemoMap(layer, memoMap, scope),
      (context: Context.Context<R>) => Context.omit(Tracer.ParentSpan)(context) as Context.Context<R>,
    ),
  )
