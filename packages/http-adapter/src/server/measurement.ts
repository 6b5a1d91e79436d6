import { Clock, Effect, Layer, Metric } from "effect"
import { HttpServerResponse } from "effect/http"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { Measurement } from "../api/Measurement.ts"
import { answerReadiness } from "./readiness.ts"

/** In seconds, around what an operation should take: a few milliseconds. */
const boundaries = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Looked up per call rather than made: a metric's key is built from its attributes each time. */
const metricsOf = (operation: string) => {
  const calls = new Map<number, Metric.Counter<number>>()
  return {
    duration: Metric.histogram("hangtag_http_request_duration_seconds", {
      description: "Time from a call's routing to its answer's beginning",
      attributes: { operation },
      boundaries,
    }),
    callsWith: (status: number) => {
      let counter = calls.get(status)
      if (counter === undefined) {
        counter = Metric.counter("hangtag_http_requests_total", {
          description: "Calls by operation and status of the answer",
          attributes: { operation, status: String(status) },
          incremental: true,
        })
        calls.set(status, counter)
      }
      return counter
    },
  }
}

/** What `GET /metrics` says of calls. */
export const measurement: Layer.Layer<Measurement> = Layer.sync(Measurement, () => {
  const known = new Map<string, ReturnType<typeof metricsOf>>()
  return (httpEffect, { endpoint }) => {
    const metrics = known.get(endpoint.identifier) ?? metricsOf(endpoint.identifier)
    known.set(endpoint.identifier, metrics)
    return Effect.flatMap(Clock.Clock, (clock) => {
      const begun = clock.currentTimeNanosUnsafe()
      return Effect.tap(httpEffect, ({ status }) => {
        const seconds = Number(clock.currentTimeNanosUnsafe() - begun) / 1e9
        return Effect.andThen(
          Metric.update(metrics.callsWith(status), 1),
          Metric.update(metrics.duration, seconds),
        )
      })
    })
  }
})

/** `GET /metrics`: every measurement of the process, as Prometheus reads it. */
export const metricsRoute = {
  method: "GET",
  path: "/metrics",
  // whether it is ready is measured by asking
  answer: Effect.map(Effect.andThen(answerReadiness, PrometheusMetrics.format()), (text) =>
    HttpServerResponse.text(text, { contentType: "text/plain; version=0.0.4; charset=utf-8" }),
  ),
}
