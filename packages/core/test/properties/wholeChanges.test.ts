import type { ChangeLine, PairTimeline, Principal } from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import {
  aNewPriceBatch,
  aPriceChangeRequest,
  aPrincipal,
  memoryPorts,
  seedCatalog,
  standingClock,
} from "@hangtag/testkit"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import fc from "fast-check"
import { expect, it } from "vitest"
import {
  anyLines,
  anyOnCollision,
  anyPrices,
  anyZone,
  began,
  colorways,
  seedOf,
  variantKeys,
} from "../support/wholeChange.ts"

const hangtag = Layer.provideMerge(Hangtag.layer, memoryPorts)

let organizations = 0
const principalOf = () => aPrincipal({ organization: `whole-${organizations++}` })

const publish = Effect.fnUntraced(function* (principal: Principal, key: string) {
  const { getPriceBatch, publishPriceBatch } = yield* Hangtag
  const { counts } = yield* getPriceBatch(principal, { batch_key: key })
  if (counts.records + counts.withdrawals === 0) return false
  yield* publishPriceBatch(principal, { batch_key: key, on_moved: "refuse", allow_backdated: true })
  return true
})

it("a preview right after publishing is all unchanged from each line's instant on, and counts add up to variants × lines", async () => {
  const property = fc.asyncProperty(
    anyPrices,
    anyLines({ isBackdated: false }),
    anyOnCollision,
    anyZone,
    async (prices, lines, on_collision, zone) => {
      const principal = principalOf()
      const story = Effect.gen(function* () {
        const { previewColorway, generatePriceChange } = yield* Hangtag
        yield* seedCatalog(principal.organization, seedOf(prices, zone))
        const preview = (as_of?: string, asked = lines) =>
          Effect.forEach(colorways, ({ colorway, variant_keys }) =>
            Effect.map(
              previewColorway(principal, { brand_key: "B1", ...colorway, lines: asked, as_of }),
              ({ basis, lines: found }) => {
                for (const { counts, variants } of found) {
                  expect(counts.add + counts.changed + counts.unchanged).toBe(variant_keys.length)
                  expect(variants.filter(({ status }) => status === "add")).toHaveLength(counts.add)
                }
                return { colorway, basis, found }
              },
            ),
          )
        const wanted = (yield* preview()).map(({ colorway, basis }) => ({ ...colorway, lines, basis }))
        const request = aPriceChangeRequest({ on_collision, colorways: wanted })
        const result = yield* generatePriceChange(principal, { brand_key: "B1", ...request, dry_run: true })
        const sumOf = (name: "created" | "skipped_unchanged" | "withdrawals") =>
          result.colorways.reduce((sum, each) => sum + each[name], 0)
        expect(sumOf("created") + sumOf("skipped_unchanged")).toBe(variantKeys.length * lines.length)
        expect([sumOf("created"), sumOf("withdrawals")]).toEqual([result.created, result.withdrawals])
        const writing = generatePriceChange(principal, { brand_key: "B1", ...request })
        const returns = result.colorways.reduce((sum, each) => sum + each.returns, 0)
        if (result.created + result.withdrawals + returns === 0) {
          expect((yield* Effect.flip(writing)).message).toBe(result.problem)
        } else {
          const { batch_key, ...written } = yield* writing
          expect({ ...written, batch_key: null }).toEqual(result)
          yield* publish(principal, batch_key!)
        }
        for (const { found } of yield* preview())
          for (const { variants } of found)
            for (const { status_at_effective } of variants) expect(status_at_effective).toBe("unchanged")
        for (const [moment, begun] of Map.groupBy(lines, ({ effective_from }) => effective_from))
          for (const { found } of yield* preview(moment, begun))
            for (const { status, variants } of found) {
              expect(status).toBe("unchanged")
              for (const variant of variants) expect(variant.status_at_effective).toBe("unchanged")
            }
      })
      await Effect.runPromise(
        story.pipe(Effect.provide(hangtag), Effect.provideService(Clock.Clock, standingClock(began).clock)),
      )
    },
  )
  await fc.assert(property, { numRuns: 300 })
})

/** What is in force from a moment on, and since when; nothing before the first price. */
const amountsSince = (moment: string, { segments }: Pick<PairTimeline, "segments">) => {
  const found: Array<readonly [from: string, amount: number | null]> = []
  for (const { from, until, amount } of segments) {
    if (until !== null && until <= moment) continue
    const value = amount === null ? null : Number(amount)
    if (value === (found.at(-1)?.[1] ?? null)) continue
    found.push([from === null || from < moment ? moment : from, value])
  }
  return found
}

it("publishing a batch, taking it back and publishing that leaves every timeline as it was, but where there was no price", async () => {
  const hour = 3_600_000
  const property = fc.asyncProperty(
    anyPrices,
    fc.tuple(anyLines({ isBackdated: true }), anyLines({ isBackdated: true })),
    anyOnCollision,
    anyZone,
    fc.constantFrom(0, 1, 24, 60, 130, 250),
    fc.constantFrom(0, 0.001, 1),
    async (prices, [black, red], on_collision, zone, later, lag) => {
      const principal = principalOf()
      const { clock, set } = standingClock(began)
      const story = Effect.gen(function* () {
        const { createPriceBatch, generatePriceChange, productTimeline, revertPriceBatch } = yield* Hangtag
        yield* seedCatalog(principal.organization, seedOf(prices, zone))
        const query = { price_type: null, from: null, until: null }
        const timelines = Effect.map(
          productTimeline(principal, { product_key: "P1", color: null, ...query }),
          ({ pairs }) => new Map(pairs.map((pair) => [`${pair.variant_key} ${pair.price_type}`, pair])),
        )
        const before = yield* timelines
        const linesOf: Readonly<Record<string, ReadonlyArray<ChangeLine>>> = { Black: black, Red: red }
        const request = aPriceChangeRequest({
          on_collision,
          colorways: colorways.map(({ colorway }) => ({
            ...colorway,
            lines: linesOf[colorway.color]!,
            basis: null,
          })),
        })
        const { key: batch_key } = yield* createPriceBatch(principal, aNewPriceBatch())
        yield* generatePriceChange(principal, { brand_key: "B1", ...request, batch_key })
        if (!(yield* publish(principal, batch_key))) return
        const taken = began.getTime() + later * hour
        set(new Date(taken))
        const back = yield* revertPriceBatch(principal, { batch_key })
        expect(Object.values(back.outcomes).reduce((sum, count) => sum + count)).toBe(back.records)
        const moment = new Date(taken + lag * hour)
        set(moment)
        yield* publish(principal, back.batch_key)
        const gained = new Set(
          back.left
            .filter(({ outcome }) => outcome === "no_earlier_price")
            .map(({ variant_key, price_type }) => `${variant_key} ${price_type}`),
        )
        for (const [pair, after] of yield* timelines) {
          if (gained.has(pair)) continue
          const was = before.get(pair) ?? { segments: [] }
          expect(amountsSince(moment.toISOString(), after)).toEqual(amountsSince(moment.toISOString(), was))
        }
      })
      await Effect.runPromise(story.pipe(Effect.provide(hangtag), Effect.provideService(Clock.Clock, clock)))
    },
  )
  await fc.assert(property, { numRuns: 300 })
})
