import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { answerReadiness } from "./readiness.ts"

/** Every measurement of the process, as Prometheus reads it. */
export const metricsRoute = HttpRouter.add(
  "GET",
  "/metrics",
  // whether it is ready is measured by asking
  Effect.map(Effect.andThen(answerReadiness, PrometheusMetrics.format()), (text) =>
    HttpServerResponse.text(text, { contentType: "text/plain; version=0.0.4; charset=utf-8" }),
  ),
)
