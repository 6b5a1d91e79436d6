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

const beyond = "Value error, should be within the years 0001 to 9999 in UTC"

it.effect.each([
  { lines: [aPrefillLine({ effective_from: "9999-12-31T23:59:59-14:00" })] },
  { lines: [aPrefillLine({ effective_from: "9999-12-31T19:00" })] },
  { as_of: "0001-01-01T00:00:00+00:01" },
  { as_of: "9999-12-31T19:00" },
  { as_of: new Date("+010000-01-01T00:00:00Z") },
])("a preview has no moment that answers cannot say: %j", (asked) =>
  Effect.gen(function* () {
    const { previewColorway } = yield* Hangtag
    const refused = yield* Effect.flip(
      previewColorway(aPrincipal(), { brand_key: "B1", ...aColorwayPrefillRequest(), ...asked }),
    )
    if (refused._tag !== "InvalidRequest") return assert.fail(refused._tag)
    assert.deepStrictEqual(
      refused.fields.map(({ msg }) => msg),
      [beyond],
    )
  }).pipe(Effect.provide(layerTest({ seed }))),
)

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
