import { Unavailable } from "@hangtag/core"
import { Effect, Stream } from "effect"

/** What the simulation answers to a process that waits at a port. */
export type Verdict = "go" | "fail"

/** A process that waits at a port. */
export interface Waiting {
  readonly process: SimulatedProcess
  readonly at: string
  readonly answer: (verdict: Verdict) => void
}

const unavailable = (operation: string) =>
  new Unavailable({ service: "database", operation, retryable: true })

type Call = Effect.Effect<unknown, unknown, unknown>
type Read = Stream.Stream<unknown, unknown, unknown>

/** A process whose every step from one port to the next is the simulation's to allow. */
export class SimulatedProcess {
  state: "running" | "paused" | "dead" = "running"
  wasKilled = false
  readonly name: string
  readonly #waiting: Set<Waiting>

  constructor(name: string, waiting: Set<Waiting>) {
    this.name = name
    this.#waiting = waiting
  }

  /** Waits for the simulation; a dead process waits for ever, whatever it was about to do. */
  gate(at: string): Effect.Effect<void, Unavailable> {
    return Effect.callback<void, Unavailable>((resume) => {
      const waiting: Waiting = {
        process: this,
        at: `${this.name} ${at}`,
        answer: (verdict) => {
          this.#waiting.delete(waiting)
          resume(verdict === "go" ? Effect.void : Effect.fail(unavailable(at)))
        },
      }
      this.#waiting.add(waiting)
      return Effect.sync(() => this.#waiting.delete(waiting))
    })
  }

  /** The port as this process reaches it: a gate before each call, and one between what happened and its answer. */
  reaching<Service extends object>(port: Service): Service {
    const wrap = (method: string, made: Call | Read): Call | Read => {
      const before = this.gate(method)
      const after = this.gate(`${method} answered`)
      if (!Stream.isStream(made)) return Effect.andThen(before, Effect.tap(made as Call, after))
      const read = Stream.tap(made as Read, () => after)
      return Stream.unwrap(Effect.as(before, read))
    }
    const methods = Object.entries(port as Record<string, (...args: ReadonlyArray<unknown>) => Call | Read>)
    return Object.fromEntries(
      methods.map(([name, method]) => [
        name,
        (...args: ReadonlyArray<unknown>) => wrap(name, method(...args)),
      ]),
    ) as Service
  }
}
