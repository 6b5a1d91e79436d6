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

/** The fields of a process that `man proc_pid_stat` counts from 3; nothing of one that is elsewhere, or has ended. */
const statOf = (pid: number): ReadonlyArray<number> | undefined => {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ").map(Number)
  } catch {
    return undefined
  }
}

/** Clock ticks, of which there are a hundred a second, of the sessions and of all that have ended on their server. */
const ticksOf = (sessions: ReadonlyArray<number>): number => {
  const stats = sessions.map(statOf).filter((stat) => stat !== undefined)
  const server = stats[0] && statOf(stats[0][1]!)
  if (server === undefined) return Number.NaN
  return stats.reduce((sum, stat) => sum + stat[11]! + stat[12]!, server[13]! + server[14]!)
}

/** A session tells what it has read at the end of a statement, and not again within a second. */
const untilTold = 1_200

/** The counters after one more call, at which the sessions that calls use tell of those before. */
const countersAfter = async ({ sql }: ScaleDatabase, call: () => Promise<unknown>) => {
  await delay(untilTold)
  await call()
  const sessions = await sql<Array<{ pid: number }>>`select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`
  const [read] = await sql<
    Array<{ pages: number; log: number }>
  >`select (blks_hit + blks_read)::float8 as pages,
    pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as log
    from pg_stat_database where datname = current_database()`
  return { ticks: ticksOf(sessions.map(({ pid }) => pid)), ...read! }
}

/**
 * Runs the call N times, one after the other, after a tenth as many and one more that are not counted; another one in
 * the end is counted, and not timed.
 */
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
  return {
    median: median(times),
    p99: quantile(times, 0.99),
    postgres: ((after.ticks - before.ticks) * 10) / counted,
    hangtag: (user + system) / 1000 / calls,
    pages: (after.pages - before.pages) / counted,
    log: (after.log - before.log) / counted,
  }
}
