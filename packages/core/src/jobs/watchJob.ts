import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Latch from "effect/Latch"
import * as PubSub from "effect/PubSub"
import * as RcMap from "effect/RcMap"
import * as References from "effect/References"
import * as Stream from "effect/Stream"
import { inputDecoder } from "../kernel/checkInput.ts"
import { NotFound, TooManyOpen, type Unavailable } from "../kernel/errors.ts"
import type { AnyDescribed } from "../kernel/operation.ts"
import { type Principal, requirePermission, requireUnbound } from "../kernel/Principal.ts"
import { Job } from "./Job.ts"
import type { JobReference } from "./JobArchive.ts"
import { JobEvents } from "./JobEvents.ts"
import { JobLimits } from "./JobLimits.ts"
import { JobQueue } from "./JobQueue.ts"
import { JobRepository } from "./JobRepository.ts"
import { findVisibleJob, JobKey, jobAsItStands } from "./visibleJob.ts"

/** What a watcher saw when it looked for the nth time; the same object as before where nothing has changed. */
interface Look {
  readonly nth: number
  readonly seen: Exit.Exit<Job, NotFound | Unavailable> | undefined
}

type Seen = NonNullable<Look["seen"]>

const isSame = (a: Seen, b: Seen) =>
  Exit.isSuccess(a) && Exit.isSuccess(b) && JSON.stringify(a.value) === JSON.stringify(b.value)

/** Ends the streams of those who still follow. */
const lastLook: Look = { nth: Number.POSITIVE_INFINITY, seen: undefined }

/** Looks at a job for all who follow it, until the scope closes: twice a second, and whenever a change is announced. */
const watcher = Effect.fnUntraced(function* (job: JobReference) {
  const events = yield* JobEvents
  // who cannot keep up is sent what came last
  const looks = yield* PubSub.sliding<Look>(1)
  const wanted = Latch.makeUnsafe(false)
  let begun = 0
  let last: Look["seen"]
  const look = Effect.gen(function* () {
    wanted.closeUnsafe()
    const nth = ++begun
    // for all who follow the job, and so part of no one's trace
    const seen = yield* Effect.exit(
      Effect.provideService(jobAsItStands(job), References.TracerEnabled, false),
    )
    if (last === undefined || !isSame(seen, last)) last = seen
    yield* PubSub.publish(looks, { nth, seen: last })
    yield* Effect.raceAllFirst([Effect.sleep("500 millis"), events.next(job.job_id), wanted.await])
  })
  // where others than its followers end a watcher, they would wait for ever
  yield* Effect.addFinalizer(() => PubSub.publish(looks, lastLook))
  yield* Effect.forkScoped(Effect.forever(look))
  return {
    /** What is seen from now on, the first look being at once; one that had begun before might tell of the past. */
    looks: Effect.map(PubSub.subscribe(looks), (subscription) => {
      const before = begun
      wanted.openUnsafe()
      return Stream.filter(Stream.fromSubscription(subscription), ({ nth }) => nth > before)
    }),
  }
})

const hasEnded = (job: Job) => job.finished_at !== null

/** What `watchJob` is beside what it does: it gives a stream, and is made for all callers together (`makeWatchJob`). */
export const watchJob = {
  name: "watchJob",
  permission: "product:read",
  input: JobKey,
  output: Job,
  errors: [NotFound, TooManyOpen],
  ports: [JobRepository, JobQueue],
  limits: ["streams"],
  effect: "read",
} as const satisfies AnyDescribed

/**
 * Makes `watchJob`: the job now and after each change, ending with its end. All who follow a job share one watcher.
 * When the scope closes, streams that are open end where they are.
 *
 * Fails with `NotFound`, and with `TooManyOpen` where the caller follows as many as one may (`JobLimits`). Needs
 * what `getJob` does.
 */
export const makeWatchJob = Effect.gen(function* () {
  const { streams: limit } = yield* JobLimits
  const watchers = yield* RcMap.make({ lookup: watcher })
  const followed = new Map<string, number>()

  const follow = ({ organization, subject }: Principal) => {
    const caller = JSON.stringify([organization, subject])
    const count = (change: number) => {
      const open = (followed.get(caller) ?? 0) + change
      if (open === 0) followed.delete(caller)
      else followed.set(caller, open)
    }
    const take = Effect.suspend(() => {
      const open = followed.get(caller) ?? 0
      if (open >= limit) return Effect.fail(new TooManyOpen({ resource: "event stream", open, limit }))
      count(1)
      return Effect.void
    })
    return Effect.acquireRelease(take, () => Effect.sync(() => count(-1)))
  }

  const decode = inputDecoder(JobKey, "refused")
  return (principal: Principal, asked: typeof JobKey.Type) =>
    Stream.unwrap(
      Effect.gen(function* () {
        yield* requirePermission(principal, watchJob.permission)
        yield* requireUnbound(principal, watchJob.permission)
        const { job_id } = yield* decode(asked)
        // what a job needs never changes: asked once, before its watcher is shared
        yield* findVisibleJob(principal, job_id)
        yield* follow(principal)
        const { organization } = principal
        const { looks } = yield* RcMap.get(watchers, { organization, job_id })
        return yield* looks
      }),
    ).pipe(
      Stream.takeWhile((look): look is Look & { readonly seen: Seen } => look !== lastLook),
      Stream.mapEffect(({ seen }) => seen),
      Stream.changesWith((a, b) => a === b),
      Stream.takeUntil(hasEnded),
    )
})
