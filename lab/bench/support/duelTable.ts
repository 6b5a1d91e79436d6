import { megabytes, short, times } from "./figures.ts"
import type { Duel, DuelRow } from "./httpDuel.ts"
import { table } from "./table.ts"

/** How many times as many requests a second as the hand-written server. */
export const speed = ({ ours, theirs }: DuelRow): number => ours.perSecond / theirs.perSecond
export const slowness = ({ ours, theirs }: DuelRow): number => ours.p99 / theirs.p99

/** The rows' figures, and the memory of both processes. */
export const duelTable = ({ rows, memory }: Duel): string => `${table(
  ["", "connections", "requests/s", "Fastify", "ratio", "p50 ms", "Fastify", "p99 ms", "Fastify", "ratio"],
  rows.map((row) => [
    row.question,
    String(row.connections),
    short(row.ours.perSecond),
    short(row.theirs.perSecond),
    times(speed(row)),
    short(row.ours.p50),
    short(row.theirs.p50),
    short(row.ours.p99),
    short(row.theirs.p99),
    times(slowness(row)),
  ]),
)}

Peak memory ${megabytes(memory.ours)}, Fastify ${megabytes(memory.theirs)}.`

/** The worst of the ratios as a range: `0.31× to 0.42×`. */
export const range = (ratios: ReadonlyArray<number>): string =>
  `${times(Math.min(...ratios))} to ${times(Math.max(...ratios))}`
