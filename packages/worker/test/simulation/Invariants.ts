import { createHash } from "node:crypto"
import { isDeepStrictEqual } from "node:util"
import { type JobRecord, ObjectStorage } from "@hangtag/core"
import { MemoryCatalog } from "@hangtag/testkit"
import { runExport } from "@hangtag/worker"
import { Effect, Stream } from "effect"
import { jobOf, options, organization, queued, storedFile, storedKeys } from "../world.ts"
import type { LeasedQueue } from "./LeasedQueue.ts"

const require = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what)
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")

/** What holds after every step, and what holds once everything has come to rest. */
export class Invariants {
  /** Jobs that have not ended. */
  open: ReadonlyArray<string> = []
  readonly ended = { completed: 0, failed: 0, cancelled: 0 }
  readonly #queue: LeasedQueue
  readonly #expected: string
  readonly #asked = new Set<string>()
  readonly #ended = new Map<string, JobRecord>()
  #tokens = new Map<string, string | null>()

  private constructor(queue: LeasedQueue, expected: string) {
    this.#queue = queue
    this.#expected = expected
  }

  /** In a catalog that holds no job yet; runs one export undisturbed, whose bytes all others must have. */
  static make = Effect.fnUntraced(function* (queue: LeasedQueue) {
    const message = yield* queued()
    yield* runExport(message, options)
    const { file } = yield* jobOf(message)
    const invariants = new Invariants(queue, sha256(yield* storedFile(file!.storage_key)))
    return invariants
  })

  asked(jobId: string): void {
    this.#asked.add(jobId)
  }

  get check() {
    return Effect.gen({ self: this }, function* () {
      const { read } = yield* MemoryCatalog
      const jobs = yield* read(({ organizations }) => organizations.get(organization)!.jobs)
      const files = new Set(yield* storedKeys)
      const open: Array<string> = []
      const carried = new Set<string | null>()
      let waiting = 0
      for (const jobId of this.#asked) {
        const job = jobs.get(jobId)
        if (job === undefined) throw new Error(`job ${jobId} is lost`)
        if (job.file !== null)
          require(files.has(job.file.storage_key), `the file that job ${jobId} names is gone`)
        carried.add(job.carried_by)
        if (job.finished_at === null) {
          open.push(jobId)
          require(job.status === "running" ||
            !job.cancel_requested, `job ${jobId} waits though somebody asked to stop it`)
          if (job.carried_by === null) waiting++
          continue
        }
        const before = this.#ended.get(jobId)
        if (before !== undefined) {
          // A change in memory is another object; which message holds it is the line's affair.
          require(before === job ||
            isDeepStrictEqual(
              { ...job, carried_by: null },
              { ...before, carried_by: null },
            ), `job ${jobId} changed after its end`)
          continue
        }
        this.#ended.set(jobId, job)
        this.ended[job.status as "completed" | "failed" | "cancelled"]++
        if (job.status !== "completed") continue
        const token = this.#tokens.get(jobId)
        require(job.file!.storage_key.includes(
          `/${token}/`,
        ), `job ${jobId} was finished by a run that had lost it`)
        require(job.file!.sha256 === this.#expected &&
          sha256(yield* storedFile(job.file!.storage_key)) ===
            this.#expected, `job ${jobId} has another file than an undisturbed run writes`)
      }
      const free = this.#queue.messageIds.filter((id) => !carried.has(id)).length
      require(free >= waiting, `${waiting} jobs wait and ${free} messages will come for them`)
      this.open = open
      this.#tokens = new Map([...jobs].map(([jobId, { token }]) => [jobId, token]))
    })
  }

  /**
   * No file is left but those that jobs name. Gives the number of exceptions: files of runs that woke after another
   * one had ended their job, and were killed before they could delete what they had just written; with `commands` also
   * of killed runs without a message, whose job was then cancelled: no message comes to clear up after those.
   */
  atRest(commands: boolean) {
    return Effect.gen({ self: this }, function* () {
      const { read } = yield* MemoryCatalog
      const jobs = yield* read(({ organizations }) => organizations.get(organization)!.jobs)
      const { list } = yield* ObjectStorage
      let late = 0
      for (const { key, modified_at } of yield* Stream.runCollect(list(""))) {
        const job = jobs.get(key.split("/")[1]!)!
        if (job.file?.storage_key === key) continue
        const nobodyComes = commands && job.carried_by === null && job.status === "cancelled"
        require(modified_at >= job.finished_at! || nobodyComes, `no job names ${key}`)
        late++
      }
      return late
    })
  }
}
