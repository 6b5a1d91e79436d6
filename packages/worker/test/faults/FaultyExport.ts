import { queueExport } from "@hangtag/core/effect"
import {
  type Fault,
  type FaultPlan,
  faultyPort,
  MemoryCatalog,
  type MemoryPorts,
  memoryPorts,
} from "@hangtag/testkit"
import { ExportWorker } from "@hangtag/worker"
import { type Context, Effect, Fiber, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { encodeHere } from "../../src/encoding/Encoder.ts"
import { csvRequest, principal, seed, storedFile, storedKeys } from "../world.ts"

type Disturbed = (ports: Layer.Layer<MemoryPorts>) => Layer.Layer<MemoryPorts>

/** The fault at those calls of the port; `reached` tells afterwards whether there was the last of them. */
export const faultAt = <Self extends MemoryPorts, Service extends object>(
  port: Context.Key<Self, Service>,
  nth: ReadonlyArray<number>,
  fault: Fault,
) => {
  let calls = 0
  const plan: FaultPlan = (call) => {
    // Two rows would be two exports, of which one was never asked for.
    if (call.method === "create" && fault.kind === "duplicate") return undefined
    calls++
    return nth.includes(calls) ? fault : undefined
  }
  const disturbed = faultyPort(port, plan) as unknown as Disturbed
  return { disturbed, reached: () => calls >= Math.max(...nth) }
}

const allJobs = Effect.gen(function* () {
  const { read } = yield* MemoryCatalog
  return yield* read(({ organizations }) => [
    ...(organizations.get(principal.organization)?.jobs.values() ?? []),
  ])
})

/** Lets time pass until the effect has come to its end. */
const whileTimePasses = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const fiber = yield* Effect.forkChild(effect)
  while (fiber.pollUnsafe() === undefined) {
    yield* TestClock.adjust("1 second")
    // Encoding goes by promises, not by the clock.
    yield* Effect.promise(() => new Promise<void>((resume) => setImmediate(resume)))
  }
  return yield* Fiber.join(fiber)
})

/** Waits until nothing is left to do, though not beyond half an hour. */
const settled = Effect.gen(function* () {
  for (let second = 0; second < 1800; second++) {
    const jobs = yield* allJobs
    if (jobs.every(({ finished_at }) => finished_at !== null)) return
    yield* Effect.sleep("1 second")
  }
})

/**
 * Asks for a small export as a patient caller does, lets a worker run it over the disturbed ports, stops the
 * worker in order, and gives what is then kept.
 */
export const exportDisturbed = Effect.fnUntraced(function* (disturbed: Disturbed) {
  const undisturbed = yield* Layer.build(memoryPorts)
  const work = Effect.gen(function* () {
    const accepted = yield* Effect.retry(queueExport(principal, csvRequest), { times: 2 })
    const worker = ExportWorker.layer({ encoder: encodeHere, maxAttempts: 3, drainTimeout: "1 minute" })
    yield* Effect.scoped(Effect.andThen(Layer.build(worker), settled))
    return accepted
  })
  return yield* Effect.gen(function* () {
    yield* seed(3)
    const layer = disturbed(Layer.succeedContext(undisturbed))
    const accepted = yield* whileTimePasses(Effect.provide(work, layer))
    const files = new Map<string, string>()
    for (const key of yield* storedKeys) files.set(key, (yield* storedFile(key)).toString("hex"))
    return { accepted, jobs: yield* allJobs, files }
  }).pipe(Effect.provideContext(undisturbed), Effect.provide(Logger.layer([])))
}, Effect.scoped)
