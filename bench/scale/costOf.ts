import { readFileSync } from "node:fs"
import { setTimeout as delay } from "node:timers/promises"
import { median, quantile } from "../support/figures.ts"
import { timed } from "../support/interleave.ts"
import type { ScaleDatabase } from "./scaleDatabase.ts"

/** What one call of an operation takes; milliseconds, and what the server read and wrote for it. */
export interface Cost {
  readonly median: number
  readonly p99: number
  /** Processor time of Postgres, where its processes are on this machine. */
  readonly postgres: number
  /** Processor time of this process, which is Hangtag. */
  readonly hangtag: number
  /** Pages of 8 KiB that Postgres looked at. */
  readonly pages: number
  /** Bytes of the write-ahead log. */
  readonly log: number
}

/** Clock ticks of the process, of which there are a hundred a second. */
const ticksOf = (pid: number): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ")
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return Number.NaN
  }
}

/** A session tells what it has read at the end of a statement, and not again within a second. */
const untilTold = 1_200

/** The counters after one more call, at which the sessions that calls use tell of those before. */
const countersAfter = async ({ sql }: ScaleDatabase, call: () => Promise<unknown>) => {
  await delay(untilTold)
  await call()
  const sessions = await sql<Array<{ pid: number }>>`select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  const [read] = await sql<
    Array<{ pages: number; log: number }>
  >`select (blks_hit + blks_read)::float8 as pages,
    pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as log
    from pg_stat_database where datname = current_database()`
  return { ticks: new Map(sessions.map(({ pid }) => [pid, ticksOf(pid)])), ...read! }
}

/** Runs the call so many times, one after the other; the first tenth is not counted. */
export const costOf = async (
  database: ScaleDatabase,
  calls: number,
  call: (index: number) => Promise<unknown>,
): Promise<Cost> => {
  for (let index = 0; index < Math.ceil(calls / 10); index++) await call(calls + index)
  const before = await countersAfter(database, () => call(calls * 2))
  const cpu = process.cpuUsage()
  const times: Array<number> = []
  for (let index = 0; index < calls; index++) times.push(await timed(() => call(index)))
  const { user, system } = process.cpuUsage(cpu)
  const after = await countersAfter(database, () => call(calls * 2 + 1))
  const counted = calls + 1
  let ticks = 0
  for (const [pid, then] of after.ticks) ticks += then - (before.ticks.get(pid) ?? 0)
  return {
    median: median(times),
    p99: quantile(times, 0.99),
    postgres: (ticks * 10) / counted,
    hangtag: (user + system) / 1000 / calls,
    pages: (after.pages - before.pages) / counted,
    log: (after.log - before.log) / counted,
  }
}
