import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { json } from "node:stream/consumers"
import { Effect } from "effect"

/** A span as OTLP has it, with its attributes as a record. */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  readonly kind: number
  readonly links: ReadonlyArray<{ readonly traceId: string }>
  readonly attributes: Readonly<Record<string, string>>
}

interface Sent extends Omit<Span, "attributes"> {
  readonly attributes: ReadonlyArray<{
    readonly key: string
    readonly value: Readonly<Record<string, unknown>>
  }>
}

interface Traces {
  readonly resourceSpans: ReadonlyArray<{
    readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<Sent> }>
  }>
}

const spansOf = ({ resourceSpans }: Traces): ReadonlyArray<Span> =>
  resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map((span) => ({
      ...span,
      attributes: Object.fromEntries(
        span.attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]),
      ),
    }))

/** An OpenTelemetry collector on loopback that keeps the spans it is sent. */
export const traceReceiver = Effect.acquireRelease(
  Effect.promise(async () => {
    const spans: Array<Span> = []
    const server = createServer(async (request, response) => {
      const body = await json(request)
      if (request.url === "/v1/traces") spans.push(...spansOf(body as Traces))
      response.end("{}")
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    return { server, spans, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }),
  ({ server }) => Effect.sync(() => void server.close()),
)
