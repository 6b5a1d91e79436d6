import { randomUUID } from "node:crypto"
import { Context, Effect, Fiber, Layer, Option, Queue, Schedule } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { databaseOf, type OpenListener } from "../database/Database.ts"

/** Channels of NOTIFY: that a job was queued, by its lane; that one changed, by its id. */
export const channels = { queued: "bulkops.export", changed: "hangtag.job" } as const

/** How soon a waiter looks that was not woken; sooner where none can be woken. */
const pollInterval = { deaf: "200 millis", listening: "2 seconds" } as const

/** Those who wait, by what they wait for. */
const makeWaiters = () => {
  const waiting = new Map<string, Set<() => void>>()
  const wake = (key: string): boolean => {
    const some = waiting.get(key)
    waiting.delete(key)
    for (const each of some ?? []) each()
    return some !== undefined
  }
  return {
    wake,
    wakeAll: () => {
      for (const key of waiting.keys()) wake(key)
    },
    wait: (key: string) =>
      Effect.callback<void>((resume) => {
        const each = () => resume(Effect.void)
        const some = waiting.get(key) ?? new Set()
        waiting.set(key, some.add(each))
        return Effect.sync(() => {
          some.delete(each)
          if (some.size === 0 && waiting.get(key) === some) waiting.delete(key)
        })
      }),
  }
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const scope = yield* Effect.scope
  const open = databaseOf(sql).listen
  const { wait, wake, wakeAll } = makeWaiters()
  /** Lanes that were announced while no one waited. */
  const missed = new Set<string>()
  let listening = false
  let started = false

  const received = (channel: string, payload: string) => {
    if (!wake(`${channel} ${payload}`) && channel === channels.queued) missed.add(payload)
  }
  /** Tells itself something over another connection: a pooler between takes LISTEN, and may pass nothing on. */
  const prove = Effect.gen(function* () {
    const proof = randomUUID()
    const heard = yield* Effect.forkChild(wait(`${channels.changed} ${proof}`), { startImmediately: true })
    yield* sql`select pg_notify(${channels.changed}, ${proof})`
    const before = listening
    listening = Option.isSome(yield* Effect.timeoutOption(Fiber.join(heard), "2 seconds"))
    // it heard before: its connection has gone silent
    if (before && !listening) return yield* Effect.fail("silent")
  })
  const listen = (open: OpenListener) =>
    Effect.gen(function* () {
      const session = yield* open
      const queues = yield* Effect.forEach(Object.values(channels), (channel) => session.listen(channel))
      const hear = Effect.forEach(
        queues,
        (queue) =>
          Effect.forever(Effect.map(Queue.take(queue), ({ channel, payload }) => received(channel, payload))),
        { concurrency: "unbounded" },
      )
      // no one heard what was announced until now
      wakeAll()
      yield* Effect.raceFirst(hear, Effect.repeat(prove, Schedule.spaced("30 seconds")))
    }).pipe(
      Effect.scoped,
      Effect.ignore,
      Effect.ensuring(
        Effect.sync(() => {
          listening = false
        }),
      ),
    )
  const start = Effect.suspend(() => {
    if (started || open === undefined) return Effect.void
    started = true
    return Effect.asVoid(Effect.forkIn(Effect.repeat(listen(open), Schedule.spaced("1 second")), scope))
  })

  return {
    /** Returns when a job may have been queued in the lane since `look`, and after some time in any case. */
    queued: (lane: string) =>
      Effect.andThen(
        start,
        Effect.suspend(() =>
          missed.delete(lane)
            ? Effect.void
            : Effect.raceFirst(
                wait(`${channels.queued} ${lane}`),
                Effect.sleep(listening ? pollInterval.listening : pollInterval.deaf),
              ),
        ),
      ),
    /** To be run before the lane is looked at: what was announced before means nothing any more. */
    look: (lane: string) => Effect.sync(() => void missed.delete(lane)),
    /** Returns when the job has changed. */
    changed: (jobId: string) => Effect.andThen(start, wait(`${channels.changed} ${jobId}`)),
  }
})

/**
 * What the processes of an installation tell each other by NOTIFY, over a session that listens from the first question
 * on. Notifications get lost now and then: a waiter looks anyway.
 */
export class Notifications extends Context.Service<Notifications, Effect.Success<typeof make>>()(
  "@hangtag/postgres/jobs/Notifications",
) {
  static readonly layer: Layer.Layer<Notifications, never, SqlClient> = Layer.effect(Notifications, make)
}
