import { allPermissions, type ChangeLine, type PriceEntry } from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import {
  aBrand,
  aChangeLine,
  anOnCollision,
  aPriceChangeRequest,
  aPriceEntry,
  aProductEntry,
  aVariantEntry,
  memoryPorts,
  seedCatalog,
  standingClock,
} from "@hangtag/testkit"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import fc from "fast-check"
import { afterAll, expect, it } from "vitest"

const runtime = ManagedRuntime.make(Layer.provideMerge(Hangtag.layer, memoryPorts))
afterAll(() => runtime.dispose())

const variant_keys = ["A", "B", "C"]
const colorway = { product_key: "P1", color: "Black" }
const { clock } = standingClock(new Date("2026-06-10T09:00:00Z"))
const days = ["2026-06-11", "2026-06-13T12:00", "2026-06-15", "2026-06-18", "2026-06-20"]

const anyAmount = fc.constantFrom("0", "10", "10.0", "20", "20.50")
const anyType = fc.constantFrom("MAP", "MSRP", "NEW")
const anyPrices: fc.Arbitrary<ReadonlyArray<PriceEntry>> = fc.array(
  fc
    .record({
      variant_key: fc.constantFrom(...variant_keys),
      price_type: fc.constantFrom("MAP", "MSRP"),
      amount: anyAmount,
      effective_from: fc.constantFrom("2026-01-01", "2026-06-10", ...days),
      status: fc.constantFrom("active" as const, "active" as const, "draft" as const),
    })
    .map(aPriceEntry),
  { maxLength: 10 },
)
/** Of one type no two begin at once: the first of those would never be in force. */
const anyLines: fc.Arbitrary<ReadonlyArray<ChangeLine>> = fc.uniqueArray(
  fc
    .record({
      price_type: anyType,
      amount: anyAmount,
      effective_from: fc.constantFrom(...days.slice(0, 4)),
      effective_until: fc.constantFrom(null, null, "2026-06-19", "2026-06-20"),
      return: fc.constant("none" as const),
    })
    .map(aChangeLine),
  { minLength: 1, maxLength: 4, selector: ({ price_type, effective_from }) => price_type + effective_from },
)
const anyOnCollision = fc
  .record({
    same_instant: fc.constant("withdraw" as const),
    overridden_later: fc.constantFrom("keep" as const, "withdraw" as const),
    leapfrogged: fc.constantFrom("keep" as const, "withdraw" as const),
  })
  .map(anOnCollision)

let organizations = 0

it("a preview right after publishing is all unchanged from each line's instant on, and counts add up to variants × lines", async () => {
  const property = fc.asyncProperty(
    anyPrices,
    anyLines,
    anyOnCollision,
    fc.constantFrom("UTC", "America/New_York"),
    async (prices, lines, on_collision, time_zone) => {
      const organization = `published-${organizations++}`
      const principal = { organization, subject: "somebody", permissions: allPermissions }
      const story = Effect.gen(function* () {
        const { previewColorway, generatePriceChange, publishPriceBatch } = yield* Hangtag
        yield* seedCatalog(organization, {
          brands: [aBrand({ time_zone })],
          products: [
            aProductEntry({ variants: variant_keys.map((key) => aVariantEntry({ variant_key: key })) }),
          ],
          prices,
        })
        const preview = (as_of?: string, asked = lines) =>
          Effect.map(previewColorway(principal, "B1", { ...colorway, lines: asked }, as_of), (found) => {
            for (const { counts, variants } of found.lines) {
              expect(counts.add + counts.changed + counts.unchanged).toBe(variant_keys.length)
              expect(variants.filter(({ status }) => status === "add")).toHaveLength(counts.add)
            }
            return found
          })
        const { basis } = yield* preview()
        const request = aPriceChangeRequest({ on_collision, colorways: [{ ...colorway, lines, basis }] })
        const { batch_key, created, withdrawals, colorways } = yield* generatePriceChange(
          principal,
          "B1",
          request,
        )
        const [told] = colorways
        expect(told!.created + told!.skipped_unchanged).toBe(variant_keys.length * lines.length)
        expect([told!.created, told!.withdrawals]).toEqual([created, withdrawals])
        if (created + withdrawals > 0) {
          const options = { on_moved: "refuse", allow_backdated: false } as const
          yield* publishPriceBatch(principal, batch_key, options)
        }
        for (const { variants } of (yield* preview()).lines)
          for (const { status_at_effective } of variants) expect(status_at_effective).toBe("unchanged")
        for (const line of lines)
          for (const { status, variants } of (yield* preview(line.effective_from, [line])).lines) {
            expect(status).toBe("unchanged")
            for (const variant of variants) expect(variant.status_at_effective).toBe("unchanged")
          }
      })
      await runtime.runPromise(Effect.provideService(story, Clock.Clock, clock))
    },
  )
  await fc.assert(property, { numRuns: 2_000 })
}, 60_000)
