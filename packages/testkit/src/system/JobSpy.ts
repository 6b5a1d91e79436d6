import { JobQueue, type JobRecord, JobRepository, type JobStatus } from "@hangtag/core"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

const make = Effect.gen(function* () {
  const jobs = yield* JobRepository
  const queue = yield* JobQueue
  let changed = Deferred.makeUnsafe<void>()
  const announced = Effect.sync(() => {
    const waiting = changed
    changed = Deferred.makeUnsafe()
    Deferred.doneUnsafe(waiting, Exit.void)
  })
  const telling =
    <Args extends ReadonlyArray<unknown>, A, E>(method: (...args: Args) => Effect.Effect<A, E>) =>
    (...args: Args) =>
      Effect.tap(method(...args), announced)

  const reaches = Effect.fn("JobSpy.reaches")(function* (
    organization: string,
    jobId: string,
    status: JobStatus,
  ) {
    while (true) {
      const change = changed
      const job = yield* jobs.find(organization, jobId)
      if (Option.isNone(job)) return yield* Effect.die(new Error(`No such job: ${jobId}`))
      if (job.value.status === status) return job.value
      if (job.value.finished_at !== null) {
        const { error, message } = job.value
        return yield* Effect.die(
          new Error(`Job ${jobId} ended ${job.value.status}, never ${status}: ${error ?? message}`),
        )
      }
      yield* Deferred.await(change)
    }
  })

  const watched = JobRepository.of({
    ...jobs,
    cancel: telling(jobs.cancel),
    progress: telling(jobs.progress),
    finish: telling(jobs.finish),
  })
  const watchedQueue = JobQueue.of({
    ...queue,
    claim: telling(queue.claim),
    claimJob: telling(queue.claimJob),
  })
  return Context.make(JobRepository, watched).pipe(
    Context.add(JobQueue, watchedQueue),
    Context.add(JobSpy, { reaches }),
  )
})

/** Watches the jobs that change through the repository it wraps. */
export class JobSpy extends Context.Service<
  JobSpy,
  {
    /** Waits until the job has the status, at once where it has it already; dies when it ended with another one. */
    readonly reaches: (
      organization: string,
      jobId: string,
      status: JobStatus,
    ) => Effect.Effect<JobRecord, Effect.Error<ReturnType<JobRepository["Service"]["find"]>>>
  }
>()("@hangtag/testkit/system/JobSpy") {
  /** Wraps the layer's `JobRepository` and `JobQueue`. */
  static readonly over = <Out, E, R>(
    layer: Layer.Layer<Out | JobQueue | JobRepository, E, R>,
  ): Layer.Layer<Out | JobQueue | JobRepository | JobSpy, E, R> =>
    Layer.effectContext(make).pipe(Layer.provideMerge(layer)) as Layer.Layer<
      Out | JobQueue | JobRepository | JobSpy,
      E,
      R
    >
}
