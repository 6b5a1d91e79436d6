import { instantFromMicros, momentOrder, type PriceRecord, priceInForce, priceMoments } from "@hangtag/core"
import { instantToExactText } from "@hangtag/core/adapter"
import { anyPriceRecords, instantOf } from "@hangtag/testkit"
import fc from "fast-check"
import { expect, it } from "vitest"
import { pricesByPair } from "../../src/prices/rules/pairs.ts"
import { priceChange, upcomingPrices } from "../../src/prices/rules/upcomingPrices.ts"

const hour = 3_600_000_000

/** Records of some pairs, of batches, and some of them withdrawn shortly before, at, or after they begin. */
const anyRecords = (): fc.Arbitrary<ReadonlyArray<PriceRecord>> =>
  anyPriceRecords(["A", "B", "C"], 10).chain((records) =>
    fc
      .array(
        fc.record({
          batch_key: fc.constantFrom(null, "X", "Y"),
          gone: fc.option(fc.constantFrom(-hour, 0, 1, hour, 700 * hour), { freq: 3 }),
        }),
        { minLength: records.length, maxLength: records.length },
      )
      .map((more) =>
        records.map((record, index) => {
          const { batch_key, gone } = more[index]!
          const inBatch = { ...record, batch_key }
          return gone === null
            ? inBatch
            : { ...inBatch, withdrawn: { at: instantFromMicros(record.effective_at + gone), by: "ann" } }
        }),
      ),
  )

it("lists exactly the instants at which a replay of time changes a price, and counts its changes", () => {
  fc.assert(
    fc.property(anyRecords(), (records) => {
      const { pairs } = pricesByPair(records)
      const rows = upcomingPrices(
        pairs
          .flatMap(priceMoments)
          .map((moment) => ({
            ...moment,
            brand_key: "B1",
            product_key: moment.variant_key,
            color: "Black",
          }))
          .sort(momentOrder),
      )
      const flat = rows.flatMap(({ at, product_key, counts }) =>
        Object.entries(counts).map(([kind, count]) => [instantOf(at), product_key, kind, count] as const),
      )
      // every moment at which anything could happen, and those right beside it
      const instants = new Set(
        records.flatMap(({ effective_at, withdrawn }) =>
          [effective_at, withdrawn?.at ?? effective_at].flatMap((at) => [at - 1, at, at + 1]),
        ),
      )
      const replayed = new Map<string, number>()
      for (const at of instants)
        for (const pair of pairs) {
          const kind = priceChange(priceInForce(pair, at - 1)?.amount, priceInForce(pair, at)?.amount)
          const key = JSON.stringify([at, pair[0]!.variant_key, kind])
          if (kind !== undefined) replayed.set(key, (replayed.get(key) ?? 0) + 1)
        }
      const listed = new Map<string, number>()
      for (const [at, variant, kind, count] of flat) {
        const key = JSON.stringify([at, variant, kind])
        if (count > 0) listed.set(key, (listed.get(key) ?? 0) + count)
      }
      expect([...listed].sort()).toEqual([...replayed].sort())
      const places = rows.map((row) => JSON.stringify([row.at, row.batch_key, row.product_key]))
      expect(new Set(places).size).toBe(places.length)
      for (const { at } of rows) expect(instantToExactText(instantOf(at))).toBe(at)
    }),
    { numRuns: 1_000 },
  )
})
