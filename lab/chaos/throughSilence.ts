import { setTimeout } from "node:timers/promises"
import { Forwarder } from "../../packages/postgres/test/support/Forwarder.ts"
import type { PostgresServer } from "../../packages/postgres/test/support/PostgresServer.ts"
import type { BucketServer } from "../../packages/storage/test/BucketServer.ts"
import { freePort, hangtag } from "../../test/hangtag.ts"
import { ask } from "./ask.ts"
import { environment } from "./restarting.ts"
import type { Trial } from "./Trial.ts"
import { filesIn } from "./throughOutages.ts"

/** What processes are given, in seconds. */
const [statement, grace] = [1, 12]

/** Milliseconds that anything may take longer where others take the processors. */
const late = 2_000

/** Milliseconds: what is promised; a request may wait for a connection, which has 10 s. */
const within = {
  probe: 2_000 + late,
  request: 2_000 * statement + 10_000 + late,
  stop: 1_000 * grace + late,
}

/** The status of an answer, undefined where none came, and how long it took. */
const asked = async (url: string) => {
  const began = performance.now()
  const status = await ask(url).then(
    async (answer) => {
      await answer.text()
      return answer.status
    },
    () => undefined,
  )
  return { status, took: Math.round(performance.now() - began) }
}

/**
 * Lets the database, and then the storage, go silent without closing a connection, as often as that: what is asked is
 * answered in its time, and a worker and a server that are asked to stop meanwhile end in theirs.
 */
export const throughSilence = async (
  trial: Trial,
  server: PostgresServer,
  bucket: BucketServer,
  folder: string,
  rounds: number,
) => {
  const to = async (url: string) => {
    const forwarder = await Forwarder.to(Number(new URL(url).port))
    return { forwarder, url: Object.assign(new URL(url), { port: String(forwarder.port) }).href }
  }
  const [database, storage] = [await to(server.url), await to(bucket.endpoint)]
  const port = await freePort()
  const env = {
    ...environment(server, folder),
    ...filesIn(storage.url.replace(/\/$/, "")),
    DATABASE_URL: database.url,
    PORT: String(port),
    STATEMENT_TIMEOUT: `${statement}s`,
    SHUTDOWN_GRACE: `${grace}s`,
  }
  const otherPort = await freePort()
  /** A worker and a server beside the one that is asked. */
  const startBoth = () =>
    Promise.all([
      hangtag(["worker"], "takes exports", env),
      hangtag(["serve", "--no-worker"], "serves on", { ...env, PORT: String(otherPort) }),
    ])
  const [api, first] = await Promise.all([hangtag(["serve", "--no-worker"], "serves on", env), startBoth()])
  let stopped = first
  const base = `http://127.0.0.1:${port}`
  const search = `${base}/api/products/P0/variants/search?q=black`
  const wrong: Array<string> = []
  const slowest = { probe: 0, request: 0, stop: 0 }
  const expect = (what: keyof typeof within, took: number, isRight: boolean, got: unknown) => {
    slowest[what] = Math.max(slowest[what], took)
    if (!isRight || took > within[what]) wrong.push(`${what}: ${got} after ${took} ms`)
  }
  const stops = () =>
    Promise.all(
      stopped.map(async (each) => {
        const began = performance.now()
        const code = await each.stop("SIGTERM")
        expect("stop", Math.round(performance.now() - began), true, code)
      }),
    )
  /** Both at once, as they will be asked: a connection that was silenced is found to be gone by who is lent it. */
  const both = () => Promise.all([asked(`${base}/readyz`), asked(search)])
  const again = async () => {
    while ((await both()).some(({ status }) => status !== 200)) await setTimeout(100)
    stopped = await startBoth()
  }
  try {
    for (let round = 0; round < rounds; round++) {
      database.forwarder.silence()
      const [[probe, request]] = await Promise.all([both(), stops()])
      expect("probe", probe.took, probe.status === 503, probe.status)
      expect("request", request.took, request.status === 503, request.status)
      database.forwarder.speak()
      await again()

      bucket.slowness = 1_000
      bucket.fault = () => "slow"
      const job = await trial.ask()
      await trial.comesTo(job, ({ status }) => status === "running")
      storage.forwarder.silence()
      const [[seen, other]] = await Promise.all([both(), stops()])
      expect("probe", seen.took, seen.status === 200, seen.status)
      expect("request", other.took, other.status === 200, other.status)
      storage.forwarder.speak()
      bucket.fault = () => undefined
      await again()
      await trial.ended(job)
    }
    return { wrong, slowest }
  } finally {
    await Promise.all([api, ...stopped].map(({ stop }) => stop("SIGKILL")))
    for (const { forwarder } of [database, storage]) forwarder.dispose()
  }
}
