import { Hangtag } from "@hangtag/core/effect"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { memoryPorts } from "../memory/memoryPorts.ts"
import type { CatalogSeed } from "../seed/CatalogSeed.ts"
import { JobSpy } from "./JobSpy.ts"
import { seedSystem } from "./seedSystem.ts"

/** Every service of the in-memory system but the clock. */
export type MemoryPorts = Layer.Success<typeof memoryPorts>

/** What a Hangtag in memory begins with; each has a default. */
export interface TestOptions {
  /** The moment it is, ISO 8601 with offset; default 2026-06-01T00:00:00Z. */
  readonly now?: string
  /** Whose catalog is seeded; `acme`, as of `aPrincipal()`, by default. */
  readonly organization?: string
  /** What the catalog holds at the start: seeds, scenarios or NDJSON texts, written in their order. */
  readonly seed?: CatalogSeed | string | ReadonlyArray<CatalogSeed | string>
  /** Replaces or wraps ports, with `faultyPort` say. */
  readonly adapt?: (ports: Layer.Layer<MemoryPorts>) => Layer.Layer<MemoryPorts>
}

/** The system without a clock of its own: it goes by that of its caller. */
export const layerSystem = ({ organization = "acme", seed = [], adapt = (ports) => ports }: TestOptions) => {
  const seeds: ReadonlyArray<CatalogSeed | string> = [seed].flat()
  const seeding = Effect.all(
    seeds.map((each) => seedSystem(organization, each)),
    { discard: true },
  )
  // seeded below the wrapped ports, so that no planned fault meets the seed
  const seeded = Layer.effectDiscard(Effect.orDie(seeding)).pipe(Layer.provideMerge(memoryPorts))
  return Layer.provideMerge(Hangtag.layer, JobSpy.over(adapt(seeded)))
}

/** The moment at which a test begins by default. */
export const testNow = "2026-06-01T00:00:00Z"

/**
 * The whole system in memory: `Hangtag`, every port, `JobSpy`, `MemoryDownloads`, and a `TestClock` that stands at
 * `now` until it is moved (`TestClock.setTime`, `TestClock.adjust`). Each build is a system of its own.
 */
export const layerTest = (options: TestOptions = {}) => {
  const clock = Layer.effectDiscard(TestClock.setTime(Date.parse(options.now ?? testNow))).pipe(
    Layer.provideMerge(TestClock.layer()),
  )
  return Layer.provideMerge(layerSystem(options), clock)
}
