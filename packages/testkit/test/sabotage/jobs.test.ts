import {
  ExportQueue,
  type JobClaim,
  JobRepository,
  ObjectStorage,
  type StoredObject,
  Transaction,
  Unavailable,
} from "@hangtag/core"
import {
  exportQueuePromises,
  jobRepositoryPromises,
  objectStoragePromises,
  transactionPromises,
} from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import { broken, notices } from "./notices.ts"

notices("jobRepositorySuite", jobRepositoryPromises, [
  [
    "takes any claim for the latest",
    "takes a running job over: the first claim can change nothing",
    broken(JobRepository, ({ start, progress, finish }) => {
      const latest = new Map<string, JobClaim>()
      const current = (claim: JobClaim) => latest.get(claim.job_id) ?? claim
      return {
        start: (...args) =>
          Effect.tap(start(...args), (started) =>
            Effect.sync(
              () => Option.isSome(started) && latest.set(started.value.claim.job_id, started.value.claim),
            ),
          ),
        progress: (claim, ...rest) => progress(current(claim), ...rest),
        finish: (claim, ...rest) => finish(current(claim), ...rest),
      }
    }),
  ],
  [
    "says that it finished when it did not",
    "never changes a job that has ended",
    broken(JobRepository, ({ finish }) => ({ finish: (...args) => Effect.as(finish(...args), true) })),
  ],
  [
    "tells nobody that somebody asked to stop",
    "asks the run of a running job to stop",
    broken(JobRepository, ({ progress }) => ({
      progress: (...args) => Effect.map(progress(...args), (told) => (told === "cancel" ? "continue" : told)),
    })),
  ],
  [
    "counts no attempts",
    "starts a queued job: running, attempt 1",
    broken(JobRepository, ({ start }) => ({
      start: (...args) =>
        Effect.map(
          start(...args),
          Option.map(({ job, claim }) => ({ job: { ...job, attempt: 0 }, claim })),
        ),
    })),
  ],
  [
    "ends a running job at once when it is cancelled",
    "asks the run of a running job to stop",
    broken(JobRepository, ({ cancel }) => ({
      cancel: (organization, jobId, at) =>
        Effect.map(
          cancel(organization, jobId, at),
          Option.map((job) => ({ ...job, status: "cancelled" as const, finished_at: at })),
        ),
    })),
  ],
  [
    "keeps sizes in 32 bits",
    "completes a job with its file",
    broken(JobRepository, ({ finish }) => ({
      finish: (claim, outcome, at) =>
        finish(
          claim,
          outcome.status === "completed"
            ? { ...outcome, file: { ...outcome.file, size: outcome.file.size | 0 } }
            : outcome,
          at,
        ),
    })),
  ],
  [
    "loses the last error of a job that is handed back",
    "hands a job back to be started again",
    broken(JobRepository, ({ finish }) => ({
      finish: (claim, outcome, at) =>
        finish(claim, outcome.status === "queued" ? { ...outcome, error: null } : outcome, at),
    })),
  ],
  [
    "keeps what it knows of a request only",
    "keeps a new job queued, exactly as it was requested",
    broken(JobRepository, ({ create }) => ({
      create: (organization, job) =>
        create(organization, {
          ...job,
          request: {
            ...job.request,
            label_keys: job.request.label_keys?.length ? job.request.label_keys : null,
          },
        }),
    })),
  ],
  [
    "finds any organization's job",
    "sees and changes nothing of another organization",
    broken(JobRepository, ({ create, find, start }) => {
      const owners = new Map<string, string>()
      const owner = (organization: string, jobId: string) => owners.get(jobId) ?? organization
      return {
        create: (organization, job) =>
          Effect.tap(create(organization, job), ({ job_id }) =>
            Effect.sync(() => owners.set(job_id, organization)),
          ),
        find: (organization, jobId) => find(owner(organization, jobId), jobId),
        start,
      }
    }),
  ],
])

/** A queue as one would write it first. */
const naiveQueue = broken(ExportQueue, () => {
  const queue = Effect.runSync(Queue.unbounded<{ readonly organization: string; readonly job_id: string }>())
  return {
    offer: (message) => Effect.asVoid(Queue.offer(queue, message)),
    take: (_, handler) =>
      Effect.flatMap(Queue.take(queue), (message) => handler({ lane: "", ...message }, 1)),
  }
})

/** The same, once a handler that fails gives its message back. */
const givingBack = broken(ExportQueue, ({ offer, take }) => ({
  take: (lane, handler) =>
    take(lane, (message, attempt) =>
      handler(message, attempt).pipe(
        Effect.catch((error) =>
          Effect.andThen(offer({ ...message, job_id: crypto.randomUUID() }), Effect.fail(error)),
        ),
      ),
    ),
}))

notices("exportQueueSuite", exportQueuePromises, [
  ["makes a message of every offer", "makes one message of a job offered twice", naiveQueue],
  [
    "sends messages before the transaction commits",
    "carries no message of a transaction that fails",
    naiveQueue,
  ],
  [
    "gives the message of a failed handler another id",
    "fails with the handler's error, and gives the message again later",
    givingBack,
  ],
  [
    "swallows the handler's error",
    "fails with the handler's error, and gives the message again later",
    broken(ExportQueue, ({ take }) => ({
      take: (lane, handler) => Effect.catch(take(lane, handler), () => Effect.void),
    })),
  ],
  [
    "forgets to count attempts",
    "fails with the handler's error, and gives the message again later",
    broken(ExportQueue, ({ take }) => ({
      take: (lane, handler) => take(lane, (message) => handler(message, 1)),
    })),
  ],
  [
    "delivers twice",
    "gives each of many messages to exactly one of many takers",
    broken(ExportQueue, ({ take }) => ({
      take: (lane, handler) =>
        take(lane, (message, attempt) =>
          Effect.andThen(handler(message, attempt), handler(message, attempt)),
        ),
    })),
  ],
])

const asItGoes = broken(Transaction, () => ({ atomically: (effect) => effect }))

notices("transactionSuite", transactionPromises, [
  ["writes as it goes (fails)", "keeps nothing when the effect fails, and fails with its error", asItGoes],
  ["writes as it goes (dies)", "keeps nothing when the effect dies", asItGoes],
  ["writes as it goes (interrupted)", "keeps nothing when the effect is interrupted", asItGoes],
  ["writes as it goes (one of many)", "undoes one of many at once without touching the others", asItGoes],
  ["writes as it goes (readers)", "shows nobody else its writes before it ends", asItGoes],
  [
    "commits what failed",
    "keeps nothing when the effect fails, and fails with its error",
    broken(Transaction, ({ atomically }) => ({
      atomically: (effect) => Effect.flatten(atomically(Effect.exit(effect))),
    })),
  ],
  [
    "hides what failed",
    "keeps nothing when the effect fails, and fails with its error",
    broken(Transaction, ({ atomically }) => ({
      atomically: (effect) =>
        Effect.catchCause(atomically(effect), () =>
          Effect.fail(new Unavailable({ service: "database", operation: "rollback", retryable: true })),
        ),
    })),
  ],
])

/** Keeps chunks as they come, under any key. */
const naiveStorage = broken(ObjectStorage, () => {
  const objects = new Map<string, Array<Uint8Array>>()
  const sizeOf = (key: string) => (objects.get(key) ?? []).reduce((sum, chunk) => sum + chunk.length, 0)
  return {
    put: (key, content) =>
      Effect.gen(function* () {
        objects.set(key, [])
        yield* Stream.runForEach(content, (chunk) => Effect.sync(() => void objects.get(key)?.push(chunk)))
        return { size: sizeOf(key) }
      }),
    get: (key) =>
      Effect.sync(() =>
        Option.map(Option.fromNullishOr(objects.get(key)), (chunks) => ({
          size: sizeOf(key),
          content: Stream.fromIterable(chunks),
        })),
      ),
    delete: (key) =>
      objects.delete(key)
        ? Effect.void
        : Effect.fail(new Unavailable({ service: "storage", operation: "delete", retryable: false })),
    list: (prefix) =>
      Stream.suspend(() =>
        Stream.fromIterable([...objects.keys()].filter((key) => key.startsWith(prefix))).pipe(
          Stream.map((key): StoredObject => ({ key, size: sizeOf(key), modified_at: Date.now() * 1000 })),
        ),
      ),
    downloadLink: (key) => Effect.succeed(`memory://${key}`),
  }
})

/** Links that say nothing of their expiry and can be written by anybody. */
const openAnything = objectStoragePromises((url) =>
  Effect.succeed(Option.some({ bytes: new TextEncoder().encode(url) })),
)

notices("objectStorageSuite", { ...objectStoragePromises(), ...openAnything }, [
  [
    "replaces before the new content is whole (fails)",
    "keeps what a key held, or nothing, when the content fails, and fails with its error",
    naiveStorage,
  ],
  [
    "replaces before the new content is whole (interrupted)",
    "keeps what a key held, or nothing, when it is interrupted",
    naiveStorage,
  ],
  [
    "replaces before the new content is whole (read meanwhile)",
    "shows a key's old content until the new one is whole",
    naiveStorage,
  ],
  ["takes any key", "refuses a key of another form, in every method", naiveStorage],
  [
    "gives the whole object for a range",
    "gives the bytes of a range, both ends included, with the whole object's size",
    naiveStorage,
  ],
  ["fails to delete what is not there", "deletes an object, and one that is not there", naiveStorage],
  [
    "lists in the order of writing",
    "lists what begins with a prefix, in key order, with size and time",
    naiveStorage,
  ],
  ["mints links that never expire", "mints a link that expires", naiveStorage],
  ["mints links that can be guessed", "mints a link that cannot be altered or guessed", naiveStorage],
  [
    "leaves out the end of a range",
    "gives the bytes of a range, both ends included, with the whole object's size",
    broken(ObjectStorage, ({ get }) => ({
      get: (key, range) => get(key, range && { start: range.start, end: range.end - 1 }),
    })),
  ],
])
