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
  ["a type of 500 bytes", { price_type: "x".repeat(500) }, true],
  ["a type of 501 bytes", { price_type: "x".repeat(501) }, false],
  ["a type of 500 bytes in 250 characters", { price_type: "ä".repeat(250) }, true],
  ["a type of 502 bytes in 251 characters", { price_type: "ä".repeat(251) }, false],
  ["a type with U+0000", { price_type: "a\0b" }, false],
  ["a type with half a surrogate pair", { price_type: "a\ud800" }, false],
  ["an amount of 100 digits", { amount: `1.${"9".repeat(99)}` }, true],
  ["an amount of 101 digits", { amount: `1.${"9".repeat(100)}` }, false],
  ["a whole amount of 101 digits", { amount: "9".repeat(101) }, false],
] as const)("a line is written, or refused as none that can be: %s", ([, line, isTaken]) =>
  Effect.gen(function* () {
    const { generatePriceChange } = yield* Hangtag
    const colorways = [aColorwayChange({ lines: [aChangeLine(), aChangeLine(line)] })]
    const written = yield* Effect.result(
      generatePriceChange(aPrincipal(), { brand_key: "B1", ...aPriceChangeRequest({ colorways }) }),
    )
    assert.strictEqual(written._tag, isTaken ? "Success" : "Failure")
    if (written._tag === "Success") return
    assert.instanceOf(written.failure, InvalidRequest)
    const { fields } = written.failure as InvalidRequest
    assert.deepStrictEqual(
      fields.map(({ loc }) => loc),
      [["colorways", 0, "lines", 1, ...Object.keys(line)]],
    )
  }).pipe(Effect.provide(layerTest({ seed: { brands: [aBrand()], products: [aProductEntry()] } }))),
)
