import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { NodeHttpServer } from "@effect/platform-node"
import { Effect, Layer, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { EffectiveFrom, LaxAmount, LaxBoolean, QueryInteger, refusedAs } from "../../src/validation/fields.ts"
import { layerRequestValidation } from "../../src/validation/layerRequestValidation.ts"
import { layerRouting, routesOf } from "../../src/validation/layerRouting.ts"
import { refuse } from "../../src/validation/Refusal.ts"
import { RequestValidation } from "../../src/validation/RequestValidation.ts"
import { withPayload } from "../../src/validation/withPayload.ts"

// The six operations with handlers that answer 200 with what was decoded.

const key = Schema.String
const withDefault = <S extends Schema.Constraint>(value: S["Type"]) =>
  Schema.withDecodingDefaultTypeKey<S>(Effect.succeed(value))
const texts = Schema.Array(Schema.String)
const orNull = <S extends Schema.Top>(schema: S) => Schema.NullOr(schema).pipe(withDefault(null))
const between = (minimum: number, maximum: number) =>
  QueryInteger.check(Schema.isGreaterThanOrEqualTo(minimum), Schema.isLessThanOrEqualTo(maximum))
const success = Schema.Unknown

const PrefillLine = Schema.Struct({
  price_type: Schema.String,
  amount: LaxAmount,
  effective_from: EffectiveFrom,
})
const ColumnMapping = Schema.Struct({
  column_name: Schema.String,
  source_field: Schema.String,
  sub_field: orNull(Schema.String),
  use_label: LaxBoolean.pipe(withDefault(false)),
})
const ExportRequest = Schema.Struct({
  product_keys: texts,
  column_mappings: orNull(Schema.Array(ColumnMapping)),
  export_format: Schema.Literals(["xlsx", "csv"]).pipe(withDefault("xlsx")),
  export_mode: Schema.Literals(["column_based", "attribute_rows"]).pipe(withDefault("column_based")),
  filter_by_label: LaxBoolean.pipe(withDefault(false)),
  filter_latest_version: LaxBoolean.pipe(withDefault(false)),
  label_keys: orNull(texts),
  source_filter: orNull(texts),
}).check(
  Schema.makeFilter(({ export_mode, column_mappings }) => {
    if (export_mode !== "column_based" || (column_mappings?.length ?? 0) > 0) return undefined
    const refusal =
      column_mappings === null
        ? refuse("missing")
        : refuse("too_short", { field_type: "List", min_length: 1, actual_length: 0 })
    return { path: ["column_mappings"], issue: refusedAs(refusal) }
  }),
)

class Echo extends HttpApiGroup.make("echo").add(
  HttpApiEndpoint.post("prefill", "/api/pricing/map-policy/:brand_key/colorway-prefill", {
    params: { brand_key: key },
    headers: { authorization: Schema.optionalKey(key), "x-organization-id": Schema.optionalKey(key) },
    payload: Schema.Struct({
      product_key: key,
      color: Schema.String,
      lines: Schema.Array(PrefillLine).pipe(withDefault([])),
    }),
    success,
  }),
  HttpApiEndpoint.post("export", "/api/products/export-async", { payload: ExportRequest, success }),
  HttpApiEndpoint.post("addRecords", "/api/pricing/batches/:key/add-records-by-variants", {
    params: { key },
    payload: Schema.Struct({ variant_keys: texts, price_types: orNull(texts) }),
    success,
  }),
  HttpApiEndpoint.patch("discovery", "/api/products/crawl-discoveries/:job_id/:discovery_id", {
    params: { job_id: key, discovery_id: key },
    payload: Schema.Struct({ selected: LaxBoolean }),
    success,
  }),
  HttpApiEndpoint.get("search", "/api/products/:product_key/variants/search", {
    params: { product_key: key },
    query: {
      q: Schema.String.check(Schema.isMinCodePoints(1)),
      limit: between(1, 100).pipe(withDefault(20)),
    },
    success,
  }),
  HttpApiEndpoint.get("records", "/api/catalog/batches/:key/records", {
    params: { key },
    query: {
      offset: QueryInteger.check(Schema.isGreaterThanOrEqualTo(0)).pipe(withDefault(0)),
      limit: between(1, 200).pipe(withDefault(50)),
      search: Schema.optionalKey(Schema.String.check(Schema.isMaxCodePoints(200))),
      sort: Schema.String.check(Schema.isPattern(/^(asc|desc)$/u)).pipe(withDefault("asc")),
    },
    success,
  }),
) {}

export class EchoApi extends HttpApi.make("echo").add(Echo).middleware(RequestValidation) {}

const handlers = HttpApiBuilder.group(EchoApi, "echo", (handlers) =>
  handlers
    .handleRaw(
      "prefill",
      withPayload(({ params, payload }) => Effect.succeed({ ...params, payload })),
    )
    .handleRaw(
      "export",
      withPayload(({ payload }) => Effect.succeed({ payload })),
    )
    .handleRaw(
      "addRecords",
      withPayload(({ params, payload }) => Effect.succeed({ ...params, payload })),
    )
    .handleRaw(
      "discovery",
      withPayload(({ params, payload }) => Effect.succeed({ ...params, payload })),
    )
    .handle("search", ({ params, query }) => Effect.succeed({ ...params, ...query }))
    .handle("records", ({ params, query }) => Effect.succeed({ ...params, ...query })),
)

const routes = Layer.merge(
  HttpApiBuilder.layer(EchoApi).pipe(Layer.provide(handlers), Layer.provide(layerRequestValidation)),
  layerRouting(routesOf(EchoApi)),
)

/** Serves the app on a free loopback port for as long as the scope lives; gives its origin. */
export const serveEchoApp = Effect.gen(function* () {
  const server = createServer({ maxHeaderSize: 65_536 })
  yield* Layer.build(
    HttpRouter.serve(routes, {
      disableLogger: true,
      disableListenLog: true,
      routerConfig: { maxParamLength: 65_536 },
    }).pipe(Layer.provide(NodeHttpServer.layer(() => server, { host: "127.0.0.1", port: 0 }))),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
