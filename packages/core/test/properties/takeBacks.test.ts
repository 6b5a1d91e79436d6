import { Hangtag } from "@hangtag/core/effect"
import {
  aBrand,
  aChangeLine,
  aColorwayChange,
  anOnCollision,
  aPriceChangeRequest,
  aPriceEntry,
  aPrincipal,
  aProductEntry,
  aVariantEntry,
  memoryPorts,
  seedCatalog,
  standingClock,
} from "@hangtag/testkit"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import fc from "fast-check"
import { expect, it } from "vitest"

const hangtag = Layer.provideMerge(Hangtag.layer, memoryPorts)
const dayOf = (days: number) => new Date(Date.UTC(2026, 5, 10 + days)).toISOString().slice(0, 10)
const orKeep = fc.constantFrom("withdraw" as const, "keep" as const)

const anyLine = fc.record({ day: fc.integer({ min: 1, max: 9 }), amount: fc.constantFrom("80", "90") })
const anyBatch = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: 2 }),
  on_collision: fc.record({ overridden_later: orKeep, leapfrogged: orKeep }),
})
const anySteps = fc.array(fc.oneof(anyBatch, fc.record({ takesBack: fc.nat({ max: 7 }) })), {
  minLength: 2,
  maxLength: 9,
})

/** A batch, and the days from which on it set a price, and withdrew one that another had set. */
interface Done {
  readonly key: string
  readonly reverts: string | null
  readonly sets: ReadonlyArray<string>
  readonly withdraws: ReadonlyArray<string>
}

/** The days on which prices are to begin: what set them stands, and nothing that withdrew them. */
const daysOf = (done: ReadonlyArray<Done>) => {
  const stands = ({ key }: Done): boolean => !done.some((each) => each.reverts === key && stands(each))
  const standing = done.filter(stands)
  return standing
    .flatMap(({ sets }) => sets)
    .filter((day) => !standing.some(({ withdraws }) => withdraws.includes(day)))
    .sort()
}

let organizations = 0

it("what stands of batches that take each other back, all at one moment, is what is shown, however often they do", async () => {
  const property = fc.asyncProperty(anySteps, fc.nat(), async (steps, chosen) => {
    const principal = aPrincipal({ organization: `taken-back-${organizations++}` })
    const { clock } = standingClock("2026-06-10T09:00:00Z")
    const story = Effect.gen(function* () {
      const { generatePriceChange, publishPriceBatch, revertPriceBatch, productTimeline } = yield* Hangtag
      yield* seedCatalog(principal.organization, {
        brands: [aBrand({ time_zone: "UTC" })],
        products: [aProductEntry({ variants: [aVariantEntry({ variant_key: "A", color: "Black" })] })],
        prices: [aPriceEntry({ variant_key: "A", amount: "100", effective_from: "2026-01-01" })],
      })
      const shown = Effect.map(productTimeline(principal, { product_key: "P1" }), ({ pairs }) =>
        pairs.flatMap(({ segments }) => segments.map(({ from }) => from!.slice(0, 10))).slice(1),
      )
      const done: Array<Done> = []
      const publish = (batch_key: string) => publishPriceBatch(principal, { batch_key, on_moved: "accept" })
      const takeBack = Effect.fnUntraced(
        function* (reverts: string) {
          const { batch_key: key } = yield* revertPriceBatch(principal, { batch_key: reverts })
          yield* publish(key)
          done.push({ key, reverts, sets: [], withdraws: [] })
        },
        // nothing that is shown would change
        Effect.catchTag("PriceChangeRefused", () => Effect.void),
      )
      for (const step of steps) {
        const before = yield* shown
        if ("takesBack" in step) {
          const of = done[step.takesBack]
          if (of !== undefined) yield* takeBack(of.key)
        } else {
          // no two prices begin on one day
          const known = new Set(done.flatMap(({ sets }) => sets))
          const byDay = new Map(step.lines.map(({ day, amount }) => [dayOf(day), amount]))
          const lines = [...byDay].filter(([day]) => !known.has(day))
          if (lines.length === 0) continue
          const request = aPriceChangeRequest({
            colorways: [
              aColorwayChange({
                lines: lines.map(([effective_from, amount]) => aChangeLine({ amount, effective_from })),
              }),
            ],
            on_collision: anOnCollision(step.on_collision),
            include_unchanged: true,
          })
          const { batch_key } = yield* generatePriceChange(principal, { brand_key: "B1", ...request })
          yield* publish(batch_key!)
          const after = yield* shown
          done.push({
            key: batch_key!,
            reverts: null,
            sets: lines.map(([day]) => day),
            withdraws: before.filter((day) => !after.includes(day)),
          })
        }
        expect(yield* shown).toEqual(daysOf(done))
      }
      fc.pre(done.length > 0)
      let { key } = done[chosen % done.length]!
      for (let depth = 0; depth < 4; depth++) {
        yield* takeBack(key)
        expect(yield* shown).toEqual(daysOf(done))
        key = done.at(-1)!.key
      }
    })
    await Effect.runPromise(
      Effect.provide(Effect.provideService(story, Clock.Clock, clock), hangtag) as Effect.Effect<void>,
    )
  })
  await fc.assert(property, { numRuns: 300 })
}, 600_000)
