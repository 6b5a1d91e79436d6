import pg from "pg"
import type { PostgresServer } from "../../packages/postgres/test/support/PostgresServer.ts"
import { freePort, hangtag } from "../../test/hangtag.ts"
import { ask } from "./ask.ts"
import { environment } from "./restarting.ts"
import { request } from "./Trial.ts"

const run = async (url: string, ...statements: ReadonlyArray<string>) => {
  const client = new pg.Client(url)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const answerOf = async (url: string, body?: unknown) => {
  const response = await ask(url, { body })
  return { status: response.status, text: await response.text() }
}

/**
 * Makes the database read-only for N milliseconds, and then its server die and another that followed it be asked, before
 * that is promoted: reads are answered, writes say what is wrong, and workers wait, and go on when it takes writes again.
 */
export const throughStandby = async (server: PostgresServer, folder: string, time: number) => {
  const standby = await server.standby()
  const port = await freePort()
  const { host } = new URL(standby.url)
  const env = {
    ...environment(server, folder),
    DATABASE_URL: server.url.replace(/\/postgres$/, `,${host}/postgres`),
    LOG_LEVEL: "warn",
    PORT: String(port),
  }
  const [api, worker] = await Promise.all([
    hangtag(["serve", "--no-worker"], "serves on", env),
    hangtag(["worker"], "takes exports", env),
  ])
  const base = `http://127.0.0.1:${port}`
  const askOne = () => answerOf(`${base}/api/products/export-async`, request)
  const wrong: Array<string> = []
  let lines = 0
  const expect = async (what: string, answer: ReturnType<typeof answerOf>, status: number, says: string) => {
    const got = await answer
    if (got.status !== status || !got.text.includes(says)) wrong.push(`${what}: ${got.status} ${got.text}`)
  }
  /** Until something is so, as what went before takes a moment to arrive. */
  const until = async (isSo: () => Promise<boolean>) => {
    for (let tries = 0; !(await isSo()) && tries < 600; tries++)
      await new Promise((done) => setTimeout(done, 50))
  }
  const readyWith = (words: string) =>
    until(async () => (await answerOf(`${base}/readyz`)).text.includes(words))
  const waits = async (state: string) => {
    await readyWith(`"database":"${state}"`)
    const before = worker.output().split("\n").length
    await expect("readyz", answerOf(`${base}/readyz`), 200, '"status":"degraded"')
    await expect("read", answerOf(`${base}/api/products/P0/variants/search?q=black`), 200, "P0-A")
    await expect("write", askOne(), 503, "it takes no writes")
    await new Promise((done) => setTimeout(done, time))
    await expect("read", answerOf(`${base}/api/products/P0/variants/search?q=black`), 200, "P0-A")
    lines = Math.max(lines, worker.output().split("\n").length - before)
  }
  const goesOn = async (from: string) => {
    await readyWith('"database":"ok"')
    await until(async () => (await askOne()).status === 200)
    const job = JSON.parse((await askOne()).text) as { readonly job_id: string }
    await until(async () => (await answerOf(`${base}/api/jobs/${job.job_id}`)).text.includes('"completed"'))
    await expect(`after ${from}`, answerOf(`${base}/api/jobs/${job.job_id}`), 200, '"completed"')
  }
  try {
    const readOnly = (value: string) =>
      run(server.url, `alter system set default_transaction_read_only = ${value}`, "select pg_reload_conf()")
    await readOnly("on")
    await waits("read-only")
    await readOnly("off")
    await goesOn("read-only")

    await server.stop("immediate")
    await waits("standby")
    await run(standby.url, "select pg_promote()")
    await goesOn("standby")
    // what the worker said once of each
    if (lines > 40) wrong.push(`the worker wrote ${lines} lines meanwhile`)
    return { wrong, lines }
  } finally {
    await Promise.all([api, worker].map(({ stop }) => stop("SIGKILL")))
    await standby.dispose()
  }
}
