import { exportLane, type JobReference, JobRepository, Transaction } from "@hangtag/core"
import { memoryPorts } from "@hangtag/testkit"
import { Cause, Clock, Effect, Exit, Layer, Logger, Scope } from "effect"
import { TestClock } from "effect/testing"
import { csvRequest, organization, principal, seed } from "../world.ts"
import { Dice } from "./Dice.ts"
import { Invariants } from "./Invariants.ts"
import { LeasedQueue } from "./LeasedQueue.ts"
import { SimulatedProcess, type Waiting } from "./SimulatedProcess.ts"
import { simulatedCommand, simulatedWorker } from "./simulatedWorker.ts"

/** What a simulation did; the same seed and steps give the same. */
export interface Figures {
  seed: number
  steps: number
  jobs: number
  kills: number
  pauses: number
  stops: number
  faults: number
  cancels: number
  completed: number
  failed: number
  cancelled: number
  /** Files that killed runs wrote after their jobs had ended; nobody deletes those. */
  late: number
  /** Messages offered for jobs that had fallen silent, or seemed to have none. */
  replaced: number
  /** A digest of every step, to compare two runs by. */
  trace: number
}

const workers = 4

/** Effects, promises and what they lead to have their turn until nothing more comes of itself. */
const settle = (waiting: ReadonlySet<Waiting>) =>
  Effect.promise(async () => {
    let quiet = 0
    let size = waiting.size
    while (quiet < 3) {
      await new Promise<void>((resume) => setImmediate(resume))
      quiet = waiting.size === size ? quiet + 1 : 0
      size = waiting.size
    }
  })

/**
 * Runs several workers over ports in memory on one clock, and lets chance decide each step: which process goes on,
 * fails at a port, is killed, paused past its lease, stopped in order or started; when time passes, an export is
 * asked for or cancelled. With `commands`, every third export is run by a process of its own too, without a message.
 * Throws at the first step after which an invariant does not hold, with the seed that leads there again.
 */
export const simulate = (seedNumber: number, steps: number, commands = false): Effect.Effect<Figures> =>
  Effect.gen(function* () {
    const dice = new Dice(seedNumber)
    const queue = new LeasedQueue()
    const waiting = new Set<Waiting>()
    const raw = yield* JobRepository
    const { atomically } = yield* Transaction
    yield* seed(3)
    const invariants = yield* Invariants.make(queue)
    const figures: Figures = {
      ...{ seed: seedNumber, steps: 0, jobs: 0, kills: 0, pauses: 0, stops: 0, faults: 0, cancels: 0 },
      ...{ completed: 0, failed: 0, cancelled: 0, late: 0, replaced: 0, trace: 0 },
    }
    const lives: Array<{
      process: SimulatedProcess
      scope: Scope.Closeable
      stopping: boolean
      wakesAt: number
      isWorker: boolean
    }> = []
    let born = 0

    const note = (what: string) => {
      for (let i = 0; i < what.length; i++)
        figures.trace = (Math.imul(figures.trace, 31) + what.charCodeAt(i)) | 0
    }
    const start = Effect.gen(function* () {
      const process = new SimulatedProcess(`worker ${++born}`, waiting)
      const scope = yield* simulatedWorker(process, queue)
      lives.push({ process, scope, stopping: false, wakesAt: 0, isWorker: true })
    })
    const command = Effect.fnUntraced(function* (job: JobReference) {
      const process = new SimulatedProcess(`command ${++born}`, waiting)
      const { scope, ended } = yield* simulatedCommand(process, queue, job)
      const life = { process, scope, stopping: false, wakesAt: 0, isWorker: false }
      lives.push(life)
      yield* Effect.forkDetach(
        Effect.andThen(
          ended,
          Effect.sync(() => end(life)),
        ),
      )
    })
    const workersOf = () => lives.filter(({ isWorker }) => isWorker).length
    const end = (life: (typeof lives)[number]) => {
      life.process.state = "dead"
      if (lives.includes(life)) lives.splice(lives.indexOf(life), 1)
      for (const each of waiting) if (each.process === life.process) waiting.delete(each)
    }
    const pass = Effect.fnUntraced(function* (millis: number) {
      for (let left = millis; left > 0; left -= 1000) {
        queue.heartbeat(yield* Clock.currentTimeMillis)
        yield* TestClock.adjust(Math.min(left, 1000))
      }
    })
    const ask = Effect.gen(function* () {
      const created_at = (yield* Clock.currentTimeMillis) * 1000
      const job = yield* atomically(
        raw.create(organization, {
          ...{
            requested_by: principal.subject,
            request: csvRequest,
            total: 3,
            lane: exportLane(3),
            message: "Queued",
            created_at,
          },
        }),
      )
      queue.offer({ organization, job_id: job.job_id, lane: job.lane }, 0)
      invariants.asked(job.job_id)
      figures.jobs++
      if (commands && figures.jobs % 3 === 0) yield* command(job)
    })

    const step = Effect.fnUntraced(function* (calm: boolean) {
      const now = yield* Clock.currentTimeMillis
      for (const life of lives) {
        if (life.process.state === "paused" && (calm || life.wakesAt <= now)) life.process.state = "running"
      }
      const ready = [...waiting].filter(({ process }) => process.state === "running")
      const roll = calm ? 0 : dice.random()
      const life = calm ? undefined : dice.pick(lives)
      const next = dice.pick(ready)
      if (!calm && workersOf() < workers && dice.chance(0.1)) {
        note("start")
        yield* start
      } else if (roll >= 0.995 && life !== undefined) {
        note(`kill ${life.process.name}`)
        figures.kills++
        end(life)
      } else if (roll >= 0.985 && life !== undefined) {
        note(`pause ${life.process.name}`)
        figures.pauses++
        life.process.state = "paused"
        life.wakesAt = now + 1000 + dice.random() * 40_000
      } else if (roll >= 0.983 && life !== undefined && !life.stopping) {
        note(`stop ${life.process.name}`)
        figures.stops++
        life.stopping = true
        yield* Effect.forkDetach(
          Effect.andThen(
            Scope.close(life.scope, Exit.void),
            Effect.sync(() => end(life)),
          ),
        )
      } else if (roll >= 0.96 && queue.size < 6) {
        note("ask")
        yield* ask
      } else if (roll >= 0.955) {
        const job = dice.pick(invariants.open)
        if (job === undefined) return
        note("cancel")
        figures.cancels++
        yield* raw.cancel(organization, job, now * 1000)
      } else if (next === undefined || roll >= 0.85) {
        const millis = dice.chance(0.1) ? 20_000 * dice.random() : 400 * dice.random()
        note(`pass ${millis}`)
        yield* pass(Math.ceil(calm ? 500 : millis))
      } else if (roll >= 0.83) {
        note(`fail ${next.at}`)
        figures.faults++
        next.answer("fail")
      } else {
        note(next.at)
        next.answer("go")
      }
    })

    for (let calm = false; ; calm ||= figures.steps >= steps) {
      if (calm && workersOf() === 0) yield* start
      yield* step(calm)
      yield* settle(waiting)
      figures.steps++
      yield* Effect.catchCause(invariants.check, (cause) =>
        Effect.die(new Error(`seed ${seedNumber}, step ${figures.steps}: ${Cause.squash(cause)}`)),
      )
      if (calm && queue.size === 0 && invariants.open.length === 0) break
      if (figures.steps > 3 * steps + 10_000) throw new Error(`jobs that never end: ${invariants.open}`)
    }
    const late = yield* invariants.atRest(commands)
    if (late > figures.kills) throw new Error(`${late} files that no job names`)
    return { ...figures, ...invariants.ended, late, replaced: queue.replaced }
  }).pipe(
    Effect.provide(Layer.mergeAll(memoryPorts, Logger.layer([]), TestClock.layer())),
    Effect.scoped,
    Effect.orDie,
  )
