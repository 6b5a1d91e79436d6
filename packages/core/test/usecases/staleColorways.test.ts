import { assert, it } from "@effect/vitest"
import { PriceChangeRepository } from "@hangtag/core"
import { generatePriceChange, previewColorway } from "@hangtag/core/effect"
import {
  aBrand,
  aChangeLine,
  aColorwayPrefillRequest,
  aPriceChangeRequest,
  aPriceEntry,
  aPrincipal,
  aProductEntry,
  aVariantEntry,
  layerTest,
  seedCatalog,
  standingClock,
} from "@hangtag/testkit"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

const principal = aPrincipal()
const at = (now: string) => Effect.provideService(Clock.Clock, standingClock(now).clock)
const names = Array.from({ length: 120 }, (_, index) => `P${index}`)

it.effect("a change of very many colorways whose previews only grew older is planned again once", () =>
  Effect.gen(function* () {
    yield* seedCatalog(principal.organization, {
      brands: [aBrand()],
      products: names.map((product_key) =>
        aProductEntry({ product_key, variants: [aVariantEntry({ variant_key: product_key })] }),
      ),
      prices: names.flatMap((variant_key) =>
        ["2026-01-01", "2026-11-02"].map((effective_from) => aPriceEntry({ variant_key, effective_from })),
      ),
    }).pipe(at("2026-10-01T12:00:00Z"))
    const lines = [aChangeLine({ amount: "90", effective_from: "2026-12-01" })]
    const colorways = yield* Effect.forEach(names, (product_key) =>
      Effect.gen(function* () {
        const request = aColorwayPrefillRequest({ product_key, lines })
        const { basis } = yield* previewColorway(principal, { brand_key: "B1", ...request })
        return { product_key, color: request.color, lines, basis }
      }),
    ).pipe(at("2026-11-01T12:00:00Z"))
    let turns = 0
    const repository = yield* PriceChangeRepository
    const counted = PriceChangeRepository.of({
      ...repository,
      lock: (...of) =>
        Effect.andThen(
          Effect.sync(() => turns++),
          repository.lock(...of),
        ),
    })
    const { created } = yield* generatePriceChange(principal, {
      brand_key: "B1",
      ...aPriceChangeRequest({ colorways }),
    }).pipe(Effect.provideService(PriceChangeRepository, counted), at("2026-11-02T12:00:00Z"))
    assert.deepStrictEqual([created, turns], [120, 2])
  }).pipe(Effect.provide(layerTest())),
)
