import { assert, layer } from "@effect/vitest"
import {
  BatchRepository,
  CatalogWriter,
  instantFromMillis,
  type PriceEntry,
  PriceRepository,
} from "@hangtag/core"
import { fillBatch } from "@hangtag/core/adapter"
import { memoryPorts } from "@hangtag/testkit"
import { Context, Effect, Layer, Option } from "effect"
import * as fc from "fast-check"
import { thoroughDatabase } from "../support/testDatabases.ts"
import { portsOn } from "./portsOn.ts"
import { seedVariants } from "./seedOrganization.ts"

const variants = ["V", "v", "\u{1f600}", "\ue000", "%_\\"]

/** Few of everything, so that ties, repeats and takeovers are common. */
const entry: fc.Arbitrary<PriceEntry> = fc.record({
  variant_key: fc.constantFrom(...variants),
  price_type: fc.constantFrom("MAP", "map", "MSRP"),
  amount: fc.constantFrom("1.0", "2", "19.90", "0"),
  effective_from: fc.constantFrom(
    "2026-01-01",
    "2026-01-01T00:00:00",
    "2026-01-01T05:00:00Z",
    "2026-02-01T00:00:00.000001Z",
    "2026-03-08T02:30:00",
    "9999-12-31",
  ),
  status: fc.constantFrom("active", "draft"),
  batch_key: fc.constant(null),
})

const history = fc.record({
  zone: fc.constantFrom("UTC", "America/New_York", "Asia/Kolkata"),
  calls: fc.array(fc.array(entry, { maxLength: 12 }), { maxLength: 4 }),
  moments: fc.array(
    fc.constantFrom(
      "2025-12-31T23:59:59.999Z",
      "2026-01-01T05:00:00Z",
      "2026-02-01T00:00:00Z",
      "2026-03-08T07:30:00Z",
    ),
    { minLength: 1, maxLength: 3 },
  ),
  types: fc.option(fc.subarray(["MAP", "map", "MSRP", "NONE"])),
})

type History = typeof history extends fc.Arbitrary<infer A> ? A : never

/** Everything that the ports tell of a history, without the keys and numbers that each gives as it likes. */
const answersOf = Effect.fnUntraced(function* (
  organization: string,
  { zone, calls, moments, types }: History,
) {
  const writer = yield* CatalogWriter
  const prices = yield* PriceRepository
  const batches = yield* BatchRepository
  yield* seedVariants(organization, variants)
  const brand = { brand_key: "B", name: "North Trail" }
  const written = yield* Effect.forEach(calls, (entries) => writer.savePrices(organization, entries))
  yield* writer.saveBrands(organization, [{ ...brand, time_zone: zone }])
  const nameless = ({ record_key: _, sequence: __, ...record }: { record_key: string; sequence: number }) =>
    record
  return yield* Effect.forEach(moments, (moment) =>
    Effect.gen(function* () {
      const at = instantFromMillis(Date.parse(moment))
      const around = yield* prices.pricesAround(organization, [...variants, "unknown"], at)
      const request = { variant_keys: ["unknown", ...variants], price_types: types }
      const filled = yield* batches.fill(organization, "R", request, at, fillBatch)
      const query = {
        offset: 0,
        limit: 200,
        search: "m",
        sort: "desc",
        price_list: null,
        after: null,
      } as const
      const page = Option.getOrThrow(yield* batches.records(organization, "R", query))
      return {
        written,
        inForce: around.inForce.map(nameless),
        future: around.future.map(nameless),
        filled,
        total: page.total,
        listed: page.items.map(({ record_key: _, ...record }) => record),
      }
    }),
  )
})

layer(portsOn(thoroughDatabase))("memory and SQL", (it) => {
  it.effect("tell the same of any history of prices, fills and a change of time zone", () =>
    Effect.gen(function* () {
      const inSql = yield* Effect.context<CatalogWriter | PriceRepository | BatchRepository>()
      const inMemory = Context.pick(
        CatalogWriter,
        PriceRepository,
        BatchRepository,
      )(yield* Layer.build(memoryPorts))
      let organizations = 0
      const agree = fc.asyncProperty(history, async (generated) => {
        const organization = `o${organizations++}`
        const [sql, memory] = await Effect.runPromise(
          Effect.all([
            Effect.provideContext(answersOf(organization, generated), inSql),
            Effect.provideContext(answersOf(organization, generated), inMemory),
          ]),
        )
        assert.deepStrictEqual(sql, memory)
      })
      yield* Effect.promise(() => fc.assert(agree, { numRuns: 20 }))
    }),
  )
})
