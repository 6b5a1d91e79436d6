import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"

/** Every measurement of the process, as Prometheus reads it. */
export const metricsRoute = HttpRouter.add(
  "GET",
  "/metrics",
  Effect.map(PrometheusMetrics.format(), (text) =>
    HttpServerResponse.text(text, { contentType: "text/plain; version=0.0.4; charset=utf-8" }),
  ),
)
