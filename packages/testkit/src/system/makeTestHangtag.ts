import type { JobRecord, JobStatus, Principal } from "@hangtag/core"
import { type AsyncHangtag, makeHangtag } from "@hangtag/core/promise"
import { encodeHere, startWorker } from "@hangtag/worker"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { aPrincipal } from "../builders/exportBuilders.ts"
import { type Download, MemoryDownloads } from "../memory/MemoryObjectStorage.ts"
import type { CatalogSeed } from "../seed/CatalogSeed.ts"
import { JobSpy } from "./JobSpy.ts"
import { layerSystem, type TestOptions, testNow } from "./layerTest.ts"
import { seedSystem } from "./seedSystem.ts"
import { standingClock } from "./standingClock.ts"

/** The whole system in memory for callers who work with promises, with what a test wants besides. */
export interface TestHangtag extends Omit<AsyncHangtag, "with"> {
  /** May do everything in the seeded organization. */
  readonly principal: Principal
  /** Stands still until it is set; what waits, waits in real time. */
  readonly clock: { readonly set: (moment: string | Date) => void; readonly now: () => Date }
  /** Writes more into the catalog; rejects where an entry is rejected. */
  readonly seed: (catalog: CatalogSeed | string, organization?: string) => Promise<void>
  /**
   * Waits until a job of the principal's organization has the status, at once where it has it already; runs it for that
   * where it must run. Rejects where it ended otherwise, and after half a minute.
   */
  readonly reaches: (jobId: string, status: JobStatus) => Promise<JobRecord>
  /** Follows a download link; undefined where it has expired or was never minted. */
  readonly open: (url: string) => Promise<Download | undefined>
  /** The ports and the clock, for one who composes with layers none the less. */
  readonly layer: Layer.Layer<Layer.Success<ReturnType<typeof layerSystem>>>
}

const patience = 30_000

/** As what is waited for turns out. Until then the process lives, or a test runner would give up the whole file. */
const withPatience = async <A>(waiting: Promise<A>, what: string): Promise<A> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} within ${patience / 1000} s`)), patience)
  })
  try {
    return await Promise.race([waiting, late])
  } finally {
    clearTimeout(timer)
  }
}

/** What a job comes to without anybody who runs it. */
const byItself: ReadonlySet<JobStatus> = new Set(["queued", "cancelled"])

/** `layerTest` for callers who work with promises. */
export const makeTestHangtag = async (options: TestOptions = {}): Promise<TestHangtag> => {
  const organization = options.organization ?? "acme"
  const { clock, set, now } = standingClock(options.now ?? testNow)
  const building = Effect.provideService(Layer.build(layerSystem(options)), Clock.Clock, clock)
  const built = await Effect.runPromise(Effect.scoped(building))
  const services = Context.add(built, Clock.Clock, clock)
  const layer = Layer.succeedContext(services)
  const run = Effect.runPromiseWith(services)
  const hangtag = await makeHangtag(layer)
  let worker: Promise<unknown> | undefined
  const work = () => {
    worker ??= startWorker(hangtag, { encoder: encodeHere, drainTimeout: 0 })
    return worker
  }
  return {
    ...hangtag,
    principal: aPrincipal({ organization }),
    clock: { set, now },
    seed: (catalog, into = organization) => run(seedSystem(into, catalog)),
    reaches: async (jobId, status) => {
      if (!byItself.has(status)) await work()
      const reached = run(Effect.flatMap(JobSpy, (spy) => spy.reaches(organization, jobId, status)))
      return withPatience(reached, `Job ${jobId} did not reach ${status}`)
    },
    open: (url) =>
      run(Effect.flatMap(MemoryDownloads, (downloads) => downloads.open(url))).then(Option.getOrUndefined),
    layer,
  }
}
