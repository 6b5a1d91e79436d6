import { instantFromMicros, JobRepository, Transaction } from "@hangtag/core"
import { currentInstant, exportLane } from "@hangtag/core/adapter"
import { memoryPorts } from "@hangtag/testkit"
import { Cause, Clock, Effect, Exit, Layer, Logger, Option, Scope } from "effect"
import { TestClock } from "effect/testing"
import { csvRequest, principal, seed } from "../world.ts"
import { Dice } from "./Dice.ts"
import { Invariants } from "./Invariants.ts"
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
  /** Files that killed processes left, for housekeeping to delete. */
  late: number
  /** A digest of every step, to compare two runs by. */
  trace: number
}

const workers = 4

const organizations = ["O1", "O2"]

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
 * asked for or cancelled. With `commands`, every third export is claimed by a process of its own as it is asked for.
 * Throws at the first step after which an invariant does not hold, with the seed that leads there again.
 */
export const simulate = (seedNumber: number, steps: number, commands = false): Effect.Effect<Figures> =>
  Effect.gen(function* () {
    const dice = new Dice(seedNumber)
    const waiting = new Set<Waiting>()
    const raw = yield* JobRepository
    const { atomically } = yield* Transaction
    for (const organization of organizations) yield* seed(3, organization)
    const invariants = yield* Invariants.make
    const figures: Figures = {
      seed: seedNumber,
      steps: 0,
      jobs: 0,
      kills: 0,
      pauses: 0,
      stops: 0,
      faults: 0,
      cancels: 0,
      completed: 0,
      failed: 0,
      cancelled: 0,
      late: 0,
      trace: 0,
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
      const scope = yield* simulatedWorker(process, invariants)
      lives.push({ process, scope, stopping: false, wakesAt: 0, isWorker: true })
    })
    const end = (life: (typeof lives)[number]) => {
      life.process.state = "dead"
      if (lives.includes(life)) lives.splice(lives.indexOf(life), 1)
      for (const each of waiting) if (each.process === life.process) waiting.delete(each)
    }
    const workersOf = () => lives.filter(({ isWorker }) => isWorker).length
    /** Heartbeats of running processes go through while time passes; whatever else waits goes on waiting. */
    const pass = Effect.fnUntraced(function* (millis: number) {
      for (let left = millis; left > 0; left -= 1000) {
        yield* TestClock.adjust(Math.min(left, 1000))
        if (left <= 1000) return
        yield* settle(waiting)
        for (const phase of ["progress", "progress answered"]) {
          for (const { process, at, answer } of waiting)
            if (process.state === "running" && at.endsWith(` ${phase}`)) answer("go")
          yield* settle(waiting)
        }
      }
    })
    const ask = Effect.gen(function* () {
      const organization = dice.pick(organizations)!
      const isCommand = commands && figures.jobs % 3 === 2
      const process = new SimulatedProcess(`command ${isCommand ? ++born : 0}`, waiting)
      const queue = yield* invariants.queueOf(process)
      const created_at = yield* currentInstant
      const asked = {
        requested_by: principal.subject,
        request: csvRequest,
        needs: [],
        total: 3,
        lane: exportLane(3),
      }
      const { job_id, claimed } = yield* atomically(
        Effect.gen(function* () {
          const { job_id } = yield* raw.create(organization, { ...asked, message: "Queued", created_at })
          const reference = { organization, job_id }
          return { job_id, claimed: isCommand ? yield* queue.claimJob(reference, created_at) : Option.none() }
        }),
      )
      invariants.asked(job_id)
      figures.jobs++
      if (Option.isNone(claimed)) return
      const { scope, ended } = yield* simulatedCommand(process, invariants, claimed.value)
      const life = { process, scope, stopping: false, wakesAt: 0, isWorker: false }
      lives.push(life)
      yield* Effect.forkDetach(
        Effect.andThen(
          ended,
          Effect.sync(() => end(life)),
        ),
      )
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
        life.process.wasKilled = true
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
      } else if (roll >= 0.96 && invariants.open.length < 6) {
        note("ask")
        yield* ask
      } else if (roll >= 0.955) {
        const job = dice.pick(invariants.open)
        if (job === undefined) return
        note("cancel")
        figures.cancels++
        yield* raw.cancel(job.organization, job.job_id, instantFromMicros(now * 1000))
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

    const isIdle = () =>
      [...waiting].every(
        ({ process, at }) => process.state === "dead" || / (look|claim|claim answered)$/.test(at),
      )
    let idle = 0
    for (let calm = false; ; calm ||= figures.steps >= steps) {
      if (calm && workersOf() === 0) yield* start
      yield* step(calm)
      yield* settle(waiting)
      figures.steps++
      yield* Effect.catchCause(invariants.check, (cause) =>
        Effect.die(new Error(`seed ${seedNumber}, step ${figures.steps}: ${Cause.squash(cause)}`)),
      )
      idle = calm && invariants.open.length === 0 && isIdle() ? idle + 1 : 0
      if (idle > 20) break
      if (figures.steps > 3 * steps + 10_000) throw new Error(`jobs that never end: ${invariants.open}`)
    }
    const late = yield* invariants.atRest
    return { ...figures, ...invariants.ended, late }
  }).pipe(
    Effect.provide(Layer.mergeAll(memoryPorts, Logger.layer([]), TestClock.layer())),
    Effect.scoped,
    Effect.orDie,
  )
