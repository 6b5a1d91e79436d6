import { assert, it } from "@effect/vitest"
import { Hangtag } from "@hangtag/core/effect"
import {
  aBrand,
  aColorwayPrefillRequest,
  aPrefillLine,
  aPricePolicy,
  aPrincipal,
  aProductEntry,
  layerTest,
} from "@hangtag/testkit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const seed = { brands: [aBrand()], products: [aProductEntry()] }
/** Over ports that who calls it does not have. */
const alone = Layer.provide(Layer.fresh(Hangtag.layer), layerTest({ seed }))

it.effect("gives use cases the ports that they can do without too, of those that it was built over", () =>
  Effect.gen(function* () {
    const hangtag = yield* Hangtag
    const blackouts = [{ from: "2026-12-19", until: "2027-01-02", reason: "holidays" }]
    yield* hangtag.savePricePolicy(aPrincipal(), { brand_key: "B1", ...aPricePolicy({ blackouts }) })
    const preview = yield* hangtag.previewColorway(aPrincipal(), {
      brand_key: "B1",
      ...aColorwayPrefillRequest(),
      lines: [aPrefillLine({ effective_from: "2026-12-24" })],
    })
    assert.isTrue(preview.warnings.some(({ kind }) => kind === "blackout"))
  }).pipe(Effect.provide(alone)),
)
