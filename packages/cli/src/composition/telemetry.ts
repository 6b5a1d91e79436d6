import { ConfigProvider, Effect, Layer, References } from "effect"
import type { Settings } from "../settings/Settings.ts"
import { logging } from "./logging.ts"
import { sampler } from "./sampler.ts"

/** `OTEL_SERVICE_NAME` goes before `service.name` among the attributes. */
const resourceOf = ({ serviceName, resourceAttributes = {} }: Settings) => {
  const { "service.name": among, ...attributes } = resourceAttributes
  return { serviceName: serviceName ?? among ?? "hangtag", attributes }
}

/** Loaded only where spans are collected. */
const collected = (baseUrl: string, settings: Settings) =>
  Layer.unwrap(
    Effect.promise(async () => {
      const [{ Otlp }, { FetchHttpClient, HttpMiddleware }] = await Promise.all([
        import("effect/observability"),
        import("effect/http"),
      ])
      const exporter = Otlp.layerJson({
        baseUrl,
        resource: resourceOf(settings),
        headers: settings.otlpHeaders,
        loggerMergeWithExisting: true,
        shutdownTimeout: "2 seconds",
      }).pipe(
        Layer.provide(FetchHttpClient.layer),
        // the settings say all of it
        Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({}))),
      )
      // a link to a file is as good as the file, and probes say nothing
      const untraced = Layer.succeed(HttpMiddleware.TracerDisabledWhen, ({ url }) =>
        /^\/(files\/|healthz|readyz|metrics)/.test(url),
      )
      return Layer.merge(Layer.provideMerge(sampler(settings), exporter), untraced)
    }),
  )

/** Spans that are not collected cost every call its time. */
const noSpans = Layer.succeed(References.TracerEnabled, false)

/** Writes the log as the settings say; sends it, traces and metrics to an OpenTelemetry collector if there is one. */
export const telemetry = (settings: Settings) =>
  settings.otlpEndpoint === undefined
    ? Layer.merge(logging(settings), noSpans)
    : Layer.provideMerge(collected(settings.otlpEndpoint, settings), logging(settings))
