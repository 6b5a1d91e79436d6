import { assert, it } from "@effect/vitest"
import { InvalidRequest } from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import {
  aBrand,
  aChangeLine,
  aColorwayChange,
  aPriceChangeRequest,
  aPrincipal,
  aProductEntry,
  layerTest,
} from "@hangtag/testkit"
import * as Effect from "effect/Effect"

it.effect.each([
  ["500 bytes", "x".repeat(500), true],
  ["501 bytes", "x".repeat(501), false],
  ["500 bytes in 250 characters", "ä".repeat(250), true],
  ["502 bytes in 251 characters", "ä".repeat(251), false],
  ["U+0000", "a\0b", false],
  ["half a surrogate pair", "a\ud800", false],
] as const)("a price type is written, or told to be none that can be: %s", ([, price_type, isTaken]) =>
  Effect.gen(function* () {
    const { generatePriceChange } = yield* Hangtag
    const colorways = [aColorwayChange({ lines: [aChangeLine(), aChangeLine({ price_type })] })]
    const written = yield* Effect.result(
      generatePriceChange(aPrincipal(), "B1", aPriceChangeRequest({ colorways })),
    )
    assert.strictEqual(written._tag, isTaken ? "Success" : "Failure")
    if (written._tag === "Success") return
    assert.instanceOf(written.failure, InvalidRequest)
    const { fields } = written.failure as InvalidRequest
    assert.deepStrictEqual(
      fields.map(({ loc }) => loc),
      [["colorways", 0, "lines", 1, "price_type"]],
    )
  }).pipe(Effect.provide(layerTest({ seed: { brands: [aBrand()], products: [aProductEntry()] } }))),
)
