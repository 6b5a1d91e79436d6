// Call a running server with a typed client: HANGTAG_URL=http://127.0.0.1:8080 node examples/02-http-client/client.ts
import { NodeHttpClient } from "@effect/platform-node"
import { HangtagApi } from "@hangtag/http-adapter/api"
import { Effect, Stream } from "effect"
import { HttpApiClient } from "effect/http-api"

const baseUrl = process.env.HANGTAG_URL ?? "http://127.0.0.1:8080"

const program = Effect.gen(function* () {
  const client = yield* HttpApiClient.make(HangtagApi, { baseUrl })

  const found = yield* client.products.searchVariants({
    params: { product_key: "NT-RIDGE-BOOT" },
    query: { q: "black", limit: 2 },
  })
  console.log(`${found.total} variants, first ${found.items[0]?.variant_key}`)

  // What is refused is a failure with the server's own list
  const refused = yield* Effect.flip(
    client.products.searchVariants({ params: { product_key: "NO-SUCH" }, query: { q: "black", limit: 20 } }),
  )
  console.log("detail" in refused ? refused.detail : refused)

  const { job_id } = yield* client.products.queueExport({
    payload: {
      product_keys: ["NT-RIDGE-BOOT"],
      export_format: "csv",
      export_mode: "column_based",
      column_mappings: [
        { column_name: "SKU", source_field: "variant_key", sub_field: null, use_label: false },
        { column_name: "MAP", source_field: "price", sub_field: "MAP", use_label: false },
      ],
      filter_by_label: false,
      filter_latest_version: true,
      label_keys: null,
      source_filter: null,
    },
  })
  const events = yield* client.jobs.watchJob({ params: { job_id } })
  const last = yield* Stream.runLast(events)
  console.log(last._tag === "Some" ? last.value.message : "no events")
})

await Effect.runPromise(Effect.provide(program, NodeHttpClient.layerFetch))
