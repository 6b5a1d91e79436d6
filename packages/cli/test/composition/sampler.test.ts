import { assert, describe, it } from "@effect/vitest"
import { Tracer } from "effect"
import { isSampled } from "../../src/composition/sampler.ts"

const caller = (sampled: boolean, traceId = "0af7651916cd43dd8448eb211c80319c") =>
  Tracer.externalSpan({ traceId, spanId: "b7ad6b7169203331", sampled })

const [first, last] = ["0".repeat(32), "f".repeat(32)]

describe("a sampler", () => {
  it.each([
    ["always_on", 1, caller(false), true],
    ["always_on", 1, undefined, true],
    ["always_off", 1, caller(true), false],
    ["parentbased_always_on", 1, caller(false), false],
    ["parentbased_always_on", 1, undefined, true],
    ["parentbased_always_off", 1, caller(true), true],
    ["parentbased_always_off", 1, undefined, false],
    ["traceidratio", 0, undefined, false],
    ["traceidratio", 1, undefined, true],
    ["traceidratio", 0.5, caller(false, first), true],
    ["traceidratio", 0.5, caller(true, last), false],
    ["parentbased_traceidratio", 0, caller(true), true],
    ["parentbased_traceidratio", 0, undefined, false],
  ] as const)("%s at %d of %o keeps it: %s", (sampler, ratio, parent, isKept) => {
    assert.strictEqual(isSampled(sampler, ratio, parent), isKept)
  })
})
