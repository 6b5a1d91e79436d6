import { it } from "@effect/vitest"
import {
  allPermissions,
  CatalogWriter,
  type ExportMessage,
  type ExportRequest,
  instantFromMicros,
  JobQueue,
  type JobReference,
  JobRepository,
  ObjectStorage,
  type Principal,
} from "@hangtag/core"
import { currentInstant, exportLane } from "@hangtag/core/adapter"
import { queueExport } from "@hangtag/core/effect"
import {
  aBrand,
  aPriceEntry,
  aProductEntry,
  aVariantEntry,
  MemoryCatalog,
  type MemoryPorts,
  memoryPorts,
} from "@hangtag/testkit"
import { Effect, Layer, Logger, Option, type Scope, Stream } from "effect"
import { encodeHere } from "../src/encoding/Encoder.ts"

/** Every port in memory, and no log. */
export const ports = Layer.merge(memoryPorts, Logger.layer([]))

/** A test over the ports in memory. */
export const inMemory = (
  name: string,
  body: () => Effect.fn.Return<void, unknown, MemoryPorts | Scope.Scope>,
): void => it.effect(name, () => Effect.provide(Effect.gen(body), ports))

export const principal: Principal = { organization: "O1", subject: "tester", permissions: allPermissions }

export const options = { maxAttempts: 3, encoder: encodeHere, encoding: {} }

const column = (column_name: string, source_field: string, sub_field: string | null = null) => ({
  column_name,
  source_field,
  sub_field,
  use_label: false,
})

export const csvRequest: ExportRequest = {
  product_keys: [],
  column_mappings: [
    column("Variant", "variant_key"),
    column("Name", "name"),
    column("MAP", "price", "MAP"),
    column("From", "price_effective_from", "MAP"),
    column("Material", "material"),
  ],
  export_format: "csv",
  export_mode: "column_based",
  filter_by_label: false,
  filter_latest_version: false,
  label_keys: null,
  source_filter: null,
}

/** Products `P1` … of two variants each, the first of which has a price. */
export const seed = Effect.fnUntraced(function* (products: number, organization = "O1") {
  const writer = yield* CatalogWriter
  const at = yield* currentInstant
  const keys = Array.from({ length: products }, (_, i) => `P${i + 1}`)
  yield* writer.saveBrands(organization, [aBrand()])
  yield* writer.saveProducts(
    organization,
    keys.map((product_key) =>
      aProductEntry({
        product_key,
        name: `Boot "${product_key}"`,
        labels: product_key === "P1" ? ["fall"] : [],
        attributes: { material: { key: "lthr", label: "Leather" } },
        variants: ["A", "B"].map((end) =>
          aVariantEntry({ variant_key: `${product_key}-${end}`, name: `Variant ${end}` }),
        ),
      }),
    ),
    at,
  )
  yield* writer.savePrices(
    organization,
    keys.map((key) =>
      aPriceEntry({ variant_key: `${key}-A`, amount: "149.90", effective_from: "1969-12-01" }),
    ),
  )
})

/** A catalog of three products and an export of it that waits to be run. */
export const queued = Effect.fnUntraced(function* (request: Partial<ExportRequest> = {}, products = 3) {
  yield* seed(products)
  const { job_id, total } = yield* queueExport(principal, { ...csvRequest, ...request })
  return { organization: principal.organization, job_id, lane: exportLane(total) } satisfies ExportMessage
})

export const jobOf = Effect.fnUntraced(function* ({ organization, job_id }: JobReference) {
  return Option.getOrThrow(yield* (yield* JobRepository).find(organization, job_id))
})

/** Claims the job as a worker does that dies then. */
export const begin = Effect.fnUntraced(function* (message: ExportMessage) {
  const queue = yield* JobQueue
  return Option.getOrThrow(yield* queue.claimJob(message, instantFromMicros(0)))
})

/** Makes it that the run which has the job gave its last heartbeat longer ago than the lease. */
export const expire = Effect.fnUntraced(function* ({ organization, job_id }: JobReference) {
  const { write } = yield* MemoryCatalog
  yield* write((state) => {
    const own = state.organizations.get(organization)!
    const job = { ...own.jobs.get(job_id)!, heartbeat_at: Number.NEGATIVE_INFINITY }
    const changed = { ...own, jobs: new Map(own.jobs).set(job_id, job) }
    return [undefined, { ...state, organizations: new Map(state.organizations).set(organization, changed) }]
  })
})

export const storedKeys = Effect.gen(function* () {
  const storage = yield* ObjectStorage
  return (yield* Stream.runCollect(storage.list(""))).map(({ key }) => key)
})

export const storedFile = Effect.fnUntraced(function* (key: string) {
  const storage = yield* ObjectStorage
  const { content } = Option.getOrThrow(yield* storage.get(key))
  return Buffer.concat(yield* Stream.runCollect(content))
})

/** Waits until the job has ended. */
export const endedJob = Effect.fnUntraced(function* (message: JobReference) {
  const { nextChange } = yield* MemoryCatalog
  while (true) {
    const change = yield* nextChange
    const job = yield* jobOf(message)
    if (job.finished_at !== null) return job
    yield* change
  }
})
