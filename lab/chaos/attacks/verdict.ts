import type { Attack } from "./Attack.ts"
import type { Outcome } from "./AttackedServer.ts"
import type { Watched } from "./watch.ts"

/**
 * What an attack may cost: milliseconds of `/healthz`, and of its p99 over new connections, MB that it adds to the process,
 * and milliseconds of others' p99.
 * Once all are over, they may have left no more MB than one may take.
 */
const most = { stall: 500, fresh: 500, memory: 300, p99: 250, p99Times: 3 }

/**
 * Which times are judged, which takes a machine of one's own. On the embedded database not those of others: it is one
 * session, in which one organization's transaction, however well bounded, is waited for by the next.
 */
export type Timed = "all" | "process" | "none"

/** What an attack did that none may do. */
export const verdict = (
  { name, tolerated = [] }: Attack,
  outcome: Outcome,
  quiet: Watched,
  timed: Timed,
): ReadonlyArray<string> => {
  const { stall, fresh, p99, memory, statuses, wrong } = outcome
  const p99Most = Math.max(most.p99, quiet.p99 * most.p99Times)
  const bad = Object.keys(statuses)
    .map(Number)
    .filter((status) => (status === 0 || status >= 500) && !tolerated.includes(status))
  return [
    ...bad.map((status) => `was answered ${status}`),
    ...[...new Set(wrong)].map((each) => `made others fail: ${each}`),
    ...(memory > most.memory ? [`took ${memory} MB`] : []),
    ...(timed !== "none" && stall > most.stall ? [`stalled /healthz for ${Math.round(stall)} ms`] : []),
    ...(timed !== "none" && fresh > most.fresh
      ? [`kept new connections waiting for ${Math.round(fresh)} ms at the 99th percentile`]
      : []),
    ...(timed === "all" && p99 > p99Most
      ? [`made others wait ${Math.round(p99)} ms at the 99th percentile, quiet ${Math.round(quiet.p99)} ms`]
      : []),
  ].map((fault) => `${name}: ${fault}`)
}

/** What all attacks together left behind in the process, in MB, where that is too much. */
export const verdictInAll = (left: number): ReadonlyArray<string> =>
  left > most.memory ? [`all attacks together left ${left} MB`] : []
