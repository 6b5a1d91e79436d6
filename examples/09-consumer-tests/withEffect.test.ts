// The same kind of test with Effect, whose clock is moved by hand.
import { assert, layer } from "@effect/vitest"
import { Hangtag } from "@hangtag/core/effect"
import { aPrincipal, holidayMarkdown, layerTest } from "@hangtag/testkit"
import { Effect } from "effect"
import { TestClock } from "effect/testing"

const { moments } = holidayMarkdown

layer(layerTest({ seed: holidayMarkdown, now: moments.before }))("the holiday price", (it) => {
  it.effect("is in force when its time comes", () =>
    Effect.gen(function* () {
      const hangtag = yield* Hangtag
      const lines = [{ price_type: "MAP", amount: "119.95", effective_from: "2026-12-24" }]
      const request = { product_key: "BOOT", color: "Black", lines }
      const status = Effect.map(
        hangtag.previewColorway(aPrincipal(), { brand_key: "NORTH", ...request }),
        (preview) => preview.lines[0]?.status,
      )
      assert.strictEqual(yield* status, "changed")
      yield* TestClock.setTime(Date.parse(moments.during))
      assert.strictEqual(yield* status, "unchanged")
    }),
  )
})
