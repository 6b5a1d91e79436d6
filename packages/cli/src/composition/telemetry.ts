import { ConfigProvider, Effect, Layer, References } from "effect"
import type { Settings } from "../settings/Settings.ts"
import { logging } from "./logging.ts"

/** Loaded only where somebody collects. */
const collected = (baseUrl: string) =>
  Layer.unwrap(
    Effect.promise(async () => {
      const [{ Otlp }, { FetchHttpClient, HttpMiddleware }] = await Promise.all([
        import("effect/observability"),
        import("effect/http"),
      ])
      const exporter = Otlp.layerJson({
        baseUrl,
        resource: { serviceName: "hangtag" },
        loggerMergeWithExisting: true,
        shutdownTimeout: "2 seconds",
      }).pipe(
        Layer.provide(FetchHttpClient.layer),
        // to whose own settings an empty one is as good as none
        Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv())),
      )
      // a link to a file is as good as the file, and probes say nothing
      const untraced = Layer.succeed(HttpMiddleware.TracerDisabledWhen, ({ url }) =>
        /^\/(files\/|healthz|readyz|metrics)/.test(url),
      )
      return Layer.merge(exporter, untraced)
    }),
  )

/** Spans that nobody collects cost every call its time. */
const noSpans = Layer.succeed(References.TracerEnabled, false)

/** Writes the log as the settings say; sends it, traces and metrics to an OpenTelemetry collector if there is one. */
export const telemetry = (settings: Settings) =>
  settings.otlpEndpoint === undefined
    ? Layer.merge(logging(settings), noSpans)
    : Layer.provideMerge(collected(settings.otlpEndpoint), logging(settings))
