import { JobNews, JobRepository } from "@hangtag/core"
import { Deferred, Effect, Exit, Layer, Queue, Schedule } from "effect"
import { Redis } from "effect/persistence/Redis"
import { SqlClient } from "effect/sql/SqlClient"

const channel = "hangtag:jobs"

/** The repository, telling every process of the jobs that it changes, once that is committed. */
const telling = Effect.gen(function* () {
  const jobs = yield* JobRepository
  const redis = yield* Redis
  const sql = yield* SqlClient
  const tell = (jobId: string) =>
    sql.afterCommit(
      Effect.asVoid(
        Effect.forkDetach(Effect.ignore(Effect.timeout(redis.send("PUBLISH", channel, jobId), "1 second"))),
      ),
    )
  return JobRepository.of({
    ...jobs,
    cancel: (...args) => Effect.tap(jobs.cancel(...args), tell(args[1])),
    retry: (...args) => Effect.tap(jobs.retry(...args), tell(args[1])),
    start: (...args) => Effect.tap(jobs.start(...args), tell(args[1])),
    startWaiting: (...args) => Effect.tap(jobs.startWaiting(...args), tell(args[1])),
    progress: (...args) => Effect.tap(jobs.progress(...args), tell(args[0].job_id)),
    finish: (...args) => Effect.tap(jobs.finish(...args), tell(args[0].job_id)),
  })
})

const hearing = Effect.gen(function* () {
  const redis = yield* Redis
  const waiting = new Map<string, Deferred.Deferred<void>>()
  const wake = (jobId: string) => {
    const waits = waiting.get(jobId)
    waiting.delete(jobId)
    if (waits !== undefined) Deferred.doneUnsafe(waits, Exit.void)
  }
  const listen = Effect.gen(function* () {
    const messages = yield* redis.subscribe(channel)
    // whatever was told until now was not heard
    for (const jobId of waiting.keys()) wake(jobId)
    while (true) wake((yield* Queue.take(messages)).message)
  })
  yield* Effect.forkScoped(Effect.retry(Effect.scoped(listen), Schedule.spaced("1 second")))
  return {
    next: (jobId: string) =>
      Effect.suspend(() => {
        const waits = waiting.get(jobId) ?? Deferred.makeUnsafe<void>()
        waiting.set(jobId, waits)
        return Deferred.await(waits)
      }),
  }
})

/**
 * `JobNews` from every process of an installation over Redis, and the `JobRepository` that it wraps, which sends them.
 * While Redis is away there is no news.
 */
export const RedisJobNews = Layer.merge(Layer.effect(JobRepository, telling), Layer.effect(JobNews, hearing))
