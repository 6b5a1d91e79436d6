import type { ChangeLine, PairTimeline, Principal, RevertResult } from "@hangtag/core"
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
type Example<P> = P extends fc.IAsyncPropertyWithHooks<infer Values> ? Values : never

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

const timelinesOf = Effect.fnUntraced(function* (principal: Principal) {
  const { productTimeline } = yield* Hangtag
  const query = { product_key: "P1", color: null, price_type: null, from: null, until: null }
  const { pairs } = yield* productTimeline(principal, query)
  return new Map(pairs.map((pair) => [`${pair.variant_key} ${pair.price_type}`, pair]))
})

/** Each pair has from the moment on what it had before. */
const expectAsBefore = (
  before: ReadonlyMap<string, PairTimeline>,
  after: ReadonlyMap<string, PairTimeline>,
  moment: Date,
  but: ReadonlySet<string>,
) => {
  for (const [pair, is] of after)
    if (!but.has(pair))
      expect(amountsSince(moment.toISOString(), is)).toEqual(
        amountsSince(moment.toISOString(), before.get(pair) ?? { segments: [] }),
      )
}

/** The pairs that had no price before. */
const gainedBy = ({ left }: Pick<RevertResult, "left">) =>
  left.flatMap(({ outcome, variant_key, price_type }) =>
    outcome === "no_earlier_price" ? [`${variant_key} ${price_type}`] : [],
  )

const hour = 3_600_000

it("publishing a batch, taking it back and publishing that leaves every timeline as it was, but where there was no price", async () => {
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
        const { createPriceBatch, generatePriceChange, revertPriceBatch } = yield* Hangtag
        yield* seedCatalog(principal.organization, seedOf(prices, zone))
        const before = yield* timelinesOf(principal)
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
        expectAsBefore(before, yield* timelinesOf(principal), moment, new Set(gainedBy(back)))
      })
      await Effect.runPromise(story.pipe(Effect.provide(hangtag), Effect.provideService(Clock.Clock, clock)))
    },
  )
  await fc.assert(property, { numRuns: 300 })
})

it("taking back what takes a batch back brings its prices again, whatever sales are over them, and so on in turn", async () => {
  const property = fc.asyncProperty(
    anyPrices,
    fc.tuple(anyLines({ isBackdated: true }), anyLines({ isBackdated: true })),
    fc.tuple(anyOnCollision, fc.constantFrom("withdraw" as const, "keep" as const)),
    anyZone,
    fc.constantFrom(0, 1, 60, 130),
    fc.array(fc.constantFrom(0, 0, 1, 24, 100), { minLength: 2, maxLength: 4 }),
    async (prices, [first, second], [on_collision, same_instant], zone, later, lags) => {
      const principal = principalOf()
      const { clock, set } = standingClock(began)
      const story = Effect.gen(function* () {
        const { createPriceBatch, generatePriceChange, revertPriceBatch } = yield* Hangtag
        yield* seedCatalog(principal.organization, seedOf(prices, zone))
        const changed = Effect.fnUntraced(function* (lines: typeof first) {
          const { key: batch_key } = yield* createPriceBatch(principal, aNewPriceBatch())
          const request = aPriceChangeRequest({
            on_collision: { ...on_collision, same_instant },
            colorways: colorways.map(({ colorway }) => ({ ...colorway, lines, basis: null })),
          })
          yield* generatePriceChange(principal, { brand_key: "B1", ...request, batch_key })
          return (yield* publish(principal, batch_key)) ? batch_key : null
        })
        const taken = yield* changed(first)
        yield* changed(second)
        if (taken === null) return
        let batch_key: string = taken
        const gained = new Set<string>()
        const shown = [yield* timelinesOf(principal)]
        let moment = began.getTime() + later * hour
        for (const lag of lags) {
          moment += lag * hour
          set(new Date(moment))
          const back: RevertResult = yield* revertPriceBatch(principal, { batch_key })
          if (!(yield* publish(principal, back.batch_key))) return
          for (const pair of gainedBy(back)) gained.add(pair)
          const is = yield* timelinesOf(principal)
          const was = shown.at(-2)
          if (was !== undefined) expectAsBefore(was, is, new Date(moment), gained)
          shown.push(is)
          batch_key = back.batch_key
        }
      })
      await Effect.runPromise(story.pipe(Effect.provide(hangtag), Effect.provideService(Clock.Clock, clock)))
    },
  )
  // a sale stays since another of the same amount and end is beneath it: what its batch set beneath it goes all the same
  const sale = { effective_until: "2026-06-19", return: "none" as const }
  const price = { effective_until: null, return: "none" as const }
  const found: Example<typeof property> = [
    [],
    [
      [
        { price_type: "MSRP", amount: "10", effective_from: "2026-06-13T12:00", ...sale },
        { price_type: "MSRP", amount: "0", effective_from: "2026-06-11", ...price },
      ],
      [
        { price_type: "MSRP", amount: "10.0", effective_from: "2026-01-01", ...sale },
        { price_type: "MAP", amount: "0", effective_from: "2026-01-01", ...price },
      ],
    ],
    [{ same_instant: "withdraw", overridden_later: "keep", leapfrogged: "keep" }, "withdraw"],
    "UTC",
    0,
    [0, 0, 100],
  ]
  // all of one moment: what the sale returns to is no price that was set again
  const ofOneMoment: Example<typeof property> = [
    [
      {
        variant_key: "A",
        price_type: "MSRP",
        amount: "0",
        effective_from: "2026-06-15",
        status: "active",
        batch_key: null,
      },
    ],
    [
      [{ ...sale, price_type: "MSRP", amount: "20.50", effective_from: "2026-06-15" }],
      [{ ...price, price_type: "MAP", amount: "0", effective_from: "2026-01-01" }],
    ],
    [{ same_instant: "withdraw", overridden_later: "keep", leapfrogged: "keep" }, "withdraw"],
    "UTC",
    0,
    [0, 0, 0],
  ]
  await fc.assert(property, { numRuns: 300, examples: [found, ofOneMoment] })
})
