import { createHash } from "node:crypto"
import { isDeepStrictEqual } from "node:util"
import {
  type ClaimedJob,
  defaultLeaseSeconds,
  type JobClaim,
  JobQueue,
  type JobReference,
  JobRepository,
  ObjectStorage,
} from "@hangtag/core"
import { exportLanes } from "@hangtag/core/adapter"
import { MemoryCatalog, type StoredJob } from "@hangtag/testkit"
import { keepHouse, runJob } from "@hangtag/worker"
import { Clock, Effect, Option, Stream } from "effect"
import { jobOf, options, queued, storedFile } from "../world.ts"
import type { SimulatedProcess } from "./SimulatedProcess.ts"

const require = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what)
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")

const hasEnded = ({ finished_at }: StoredJob) => finished_at !== null

/** When it has to be possible to claim the job: its delay or its lease has passed by then. */
const claimableAt = ({ status, heartbeat_at, not_before }: StoredJob) =>
  status === "queued" ? not_before : heartbeat_at + defaultLeaseSeconds * 1000

const longestDelay = 300_000

/** The order that `nextTurn` and `queueOrder` promise, said again. */
const before = (a: StoredJob, b: StoredJob) =>
  a.turn !== b.turn
    ? a.turn - b.turn
    : a.created_at !== b.created_at
      ? a.created_at - b.created_at
      : a.job_id < b.job_id
        ? -1
        : 1

const allJobs = Effect.gen(function* () {
  const { read } = yield* MemoryCatalog
  return yield* read(({ organizations }) =>
    [...organizations.values()].flatMap(({ jobs }) => [...jobs.values()]),
  )
})

/** What holds after every step, and what holds once everything has come to rest. */
export class Invariants {
  /** Jobs that have not ended. */
  open: ReadonlyArray<JobReference> = []
  readonly ended = { completed: 0, failed: 0, cancelled: 0 }
  readonly #expected: string
  readonly #asked = new Set<string>()
  readonly #ended = new Map<string, StoredJob>()
  /** The claim of each job that was given last, and who got each. */
  readonly #latest = new Map<string, string>()
  readonly #claimants = new Map<string, SimulatedProcess>()

  #broken: string | undefined

  private constructor(expected: string) {
    this.#expected = expected
  }

  /** In a catalog that holds no job yet; runs one export undisturbed, whose bytes all others must have. */
  static make = Effect.gen(function* () {
    const message = yield* queued()
    yield* runJob(message, options)
    const { file } = yield* jobOf(message)
    return new Invariants(sha256(yield* storedFile(file!.storage_key)))
  })

  asked(jobId: string): void {
    this.#asked.add(jobId)
  }

  /** Kept for `check`: a process takes what is thrown at it for a fault to live with. */
  #require(holds: boolean, what: string): void {
    if (!holds) this.#broken ??= what
  }

  #claimed(process: SimulatedProcess, { claim, job }: ClaimedJob): void {
    this.#require(
      this.#latest.get(claim.job_id) !== claim.token,
      `job ${claim.job_id} got the same token twice`,
    )
    this.#require(job.status === "running", `job ${claim.job_id} was claimed and is ${job.status}`)
    this.#latest.set(claim.job_id, claim.token)
    this.#claimants.set(claim.token, process)
  }

  /** The queue as the process uses it: each claim gets the first that are claimable, of every organization. */
  queueOf(process: SimulatedProcess) {
    return Effect.map(Effect.all([JobQueue, MemoryCatalog]), ([queue, { read }]) => {
      const claim: typeof queue.claim = (lane, limit, at) =>
        Effect.gen({ self: this }, function* () {
          const now = yield* Clock.currentTimeMillis
          const expected = yield* read(({ organizations }) =>
            [...organizations.values()]
              .flatMap(({ jobs }) => [...jobs.values()])
              .filter((job) => job.lane === lane && !hasEnded(job) && claimableAt(job) <= now)
              .sort(before)
              .slice(0, limit)
              .map(({ job_id }) => job_id),
          )
          const claimed = yield* queue.claim(lane, limit, at)
          const got = claimed.map(({ job }) => job.job_id)
          this.#require(isDeepStrictEqual(got, expected), `a claim got ${got} and ${expected} had their turn`)
          for (const each of claimed) this.#claimed(process, each)
          return claimed
        })
      const claimJob: typeof queue.claimJob = (...args) =>
        Effect.tap(queue.claimJob(...args), (claimed) =>
          Effect.sync(() => {
            if (Option.isSome(claimed)) this.#claimed(process, claimed.value)
          }),
        )
      return JobQueue.of({ ...queue, claim, claimJob })
    })
  }

  /** The repository, where only the claim that was given last writes. */
  get repository() {
    const wrote = (claim: JobClaim) => (answer: string) =>
      Effect.sync(() =>
        this.#require(
          answer === "lost" || this.#latest.get(claim.job_id) === claim.token,
          `a run wrote to job ${claim.job_id} that another one had claimed since`,
        ),
      )
    return Effect.map(JobRepository, (jobs) =>
      JobRepository.of({
        ...jobs,
        progress: (...args) => Effect.tap(jobs.progress(...args), wrote(args[0])),
        finish: (...args) => Effect.tap(jobs.finish(...args), wrote(args[0])),
      }),
    )
  }

  get check() {
    return Effect.gen({ self: this }, function* () {
      if (this.#broken !== undefined) throw new Error(this.#broken)
      const now = yield* Clock.currentTimeMillis
      const queue = yield* JobQueue
      const jobs = new Map((yield* allJobs).map((job) => [job.job_id, job]))
      const ready = new Set<string>()
      for (const lane of exportLanes)
        for (const { job_id } of yield* queue.ready(lane, Number.POSITIVE_INFINITY)) ready.add(job_id)
      const files = new Set((yield* Stream.runCollect((yield* ObjectStorage).list(""))).map(({ key }) => key))
      const open: Array<JobReference> = []
      const turns = new Set<string>()
      for (const jobId of this.#asked) {
        const job = jobs.get(jobId)
        if (job === undefined) throw new Error(`job ${jobId} is lost`)
        if (job.file !== null)
          require(files.has(job.file.storage_key), `the file that job ${jobId} names is gone`)
        if (!hasEnded(job)) {
          const { organization, status } = job
          open.push({ organization, job_id: jobId })
          require(status === "running" ||
            !job.cancel_requested, `job ${jobId} waits though a caller asked to stop it`)
          const patience = status === "queued" ? longestDelay : defaultLeaseSeconds * 1000
          require(claimableAt(job) <= now + patience, `job ${jobId} is out of everybody's reach`)
          require(ready.has(jobId) ===
            claimableAt(job) <=
              now, `job ${jobId} is ${ready.has(jobId) ? "" : "not "}ready at the wrong time`)
          const turn = `${organization} ${job.lane} ${job.turn}`
          require(!turns.has(turn), `${organization} has two jobs in one turn`)
          turns.add(turn)
          continue
        }
        const before = this.#ended.get(jobId)
        if (before !== undefined) {
          // a change in memory is another object
          require(before === job || isDeepStrictEqual(job, before), `job ${jobId} changed after its end`)
          continue
        }
        this.#ended.set(jobId, job)
        this.ended[job.status as "completed" | "failed" | "cancelled"]++
        if (job.status !== "completed") continue
        const token = this.#latest.get(jobId)
        require(job.file!.storage_key.includes(
          `/${token}/`,
        ), `job ${jobId} was finished by a run that had lost it`)
        require(job.file!.sha256 === this.#expected &&
          sha256(yield* storedFile(job.file!.storage_key)) ===
            this.#expected, `job ${jobId} has another file than an undisturbed run writes`)
      }
      this.open = open
    })
  }

  /**
   * No file is left but those that jobs name, and those that killed processes wrote, until housekeeping comes. Gives the
   * number of the latter.
   */
  get atRest() {
    return Effect.gen({ self: this }, function* () {
      const named = new Set((yield* allJobs).map(({ file }) => file?.storage_key))
      const { list } = yield* ObjectStorage
      const keys = () => Effect.map(Stream.runCollect(list("")), (files) => files.map(({ key }) => key))
      let late = 0
      for (const key of yield* keys()) {
        if (named.has(key)) continue
        require(this.#claimants.get(key.split("/")[2]!)?.wasKilled === true, `no job names ${key}`)
        late++
      }
      yield* keepHouse({})
      require((yield* keys()).every((key) => named.has(key)), "housekeeping left what no job names")
      return late
    })
  }
}
