import { assert, it } from "@effect/vitest"
import { Hangtag } from "@hangtag/core/effect"
import {
  aBrand,
  aColorwayPrefillRequest,
  aPrefillLine,
  aPriceEntry,
  aPrincipal,
  aProductEntry,
  layerTest,
} from "@hangtag/testkit"
import * as Effect from "effect/Effect"
import { rezoneBrand } from "../cases/caseSeeds.ts"

const seed = {
  brands: [aBrand({ time_zone: "America/New_York" })],
  products: [aProductEntry()],
  prices: ["2026-03-01", "2026-03-02T00:00:00Z", "2026-12-01"].map((effective_from) =>
    aPriceEntry({ price_type: effective_from.length > 10 ? "MSRP" : "MAP", effective_from }),
  ),
}

it.effect("a preview says when prices begin once their brand has another time zone", () =>
  Effect.gen(function* () {
    const { previewColorway } = yield* Hangtag
    const { organization } = aPrincipal()
    yield* rezoneBrand(organization, { rezone: "Asia/Tokyo" }, "2026-06-01T00:00:00Z")
    const lines = [aPrefillLine({ effective_from: "2026-12-24" })]
    const preview = yield* previewColorway(aPrincipal(), {
      brand_key: "B1",
      ...aColorwayPrefillRequest({ lines }),
    })
    const from = ({ effective_from }: { readonly effective_from: string }) => effective_from
    assert.deepStrictEqual(
      [...preview.incumbents, ...preview.future_records].map((each) => `${each.price_type} ${from(each)}`),
      ["MAP 2026-03-01T05:00:00.000Z", "MSRP 2026-03-02T00:00:00Z", "MAP 2026-12-01T05:00:00.000Z"],
    )
    const [{ variants, effective_from } = assert.fail()] = preview.lines
    assert.deepStrictEqual(
      [effective_from, ...variants.map(({ incumbent }) => incumbent && from(incumbent))],
      ["2026-12-24", "2026-03-01T05:00:00.000Z"],
    )
  }).pipe(Effect.provide(layerTest({ seed }))),
)
