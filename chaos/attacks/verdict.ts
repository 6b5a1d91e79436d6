import type { Attack } from "./Attack.ts"
import type { Outcome } from "./AttackedServer.ts"
import type { Watched } from "./watch.ts"

/**
 * What an attack may cost: milliseconds of `/healthz`, MB of the process with what those before it left behind, and
 * milliseconds of others' p99.
 */
const most = { stall: 500, memory: 300, p99: 250, p99Times: 3 }

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
  const { stall, p99, memoryInAll, statuses, wrong } = outcome
  const p99Most = Math.max(most.p99, quiet.p99 * most.p99Times)
  const bad = Object.keys(statuses)
    .map(Number)
    .filter((status) => (status === 0 || status >= 500) && !tolerated.includes(status))
  return [
    ...bad.map((status) => `was answered ${status}`),
    ...[...new Set(wrong)].map((each) => `made others fail: ${each}`),
    ...(memoryInAll > most.memory ? [`took ${memoryInAll} MB`] : []),
    ...(timed !== "none" && stall > most.stall ? [`stalled /healthz for ${Math.round(stall)} ms`] : []),
    ...(timed === "all" && p99 > p99Most
      ? [`made others wait ${Math.round(p99)} ms at the 99th percentile, quiet ${Math.round(quiet.p99)} ms`]
      : []),
  ].map((fault) => `${name}: ${fault}`)
}
