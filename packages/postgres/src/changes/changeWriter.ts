import type { Act, ColorwayWrites } from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { addToCounts } from "./batchCounts.ts"
import type { StatementLine } from "./StatementLine.ts"
import { writeChange } from "./writeChange.ts"

/** Planned rows of a kind that are written at once: few at first, then twice as many each time, up to `most`. */
const rowsAtATime = { first: 250, most: 5_000 }

type Planning = { [Name in keyof ColorwayWrites]-?: Array<NonNullable<ColorwayWrites[Name]>[number]> }

/** Takes so many of each kind. */
const pieceOf = (
  { drafts, withdrawals, released, replaced, bases, judged, dropped }: Planning,
  count: number,
): ColorwayWrites => ({
  drafts: drafts.splice(0, count),
  withdrawals: withdrawals.splice(0, count),
  released: released.splice(0, count),
  replaced: replaced.splice(0, count),
  bases: bases.splice(0, count),
  judged: judged.splice(0, count),
  dropped: dropped.splice(0, count),
})

/** How many there are of the kind that there are most of. */
const mostOf = (writes: ColorwayWrites): number =>
  Object.values(writes).reduce((most, { length }) => Math.max(most, length), 0)

/**
 * Writes what is planned into a batch, within the surrounding transaction: `add` keeps it until it is enough for a
 * statement, which then runs while more is planned; `end` writes what is left, and what the batch holds in all.
 */
export const changeWriter = (
  sql: SqlClient,
  organization: string,
  batchKey: string,
  act: Act,
  { run, begin }: StatementLine,
) => {
  const planned: Planning = {
    drafts: [],
    withdrawals: [],
    released: [],
    replaced: [],
    bases: [],
    judged: [],
    dropped: [],
  }
  const counts = { records: 0, withdrawals: 0 }
  const write = (writes: ColorwayWrites) =>
    Effect.map(writeChange(sql, organization, batchKey, writes, act), ({ records, withdrawals }) => {
      counts.records += records
      counts.withdrawals += withdrawals
    })
  let written: Effect.Effect<void, SqlError> = Effect.void
  let atATime = rowsAtATime.first
  /** Writes pieces until there are fewer rows than `least` of each kind. */
  const flush = Effect.fnUntraced(function* (least: () => number) {
    while (mostOf(planned) >= least()) {
      yield* written
      written = yield* begin(write(pieceOf(planned, atATime)))
      atATime = Math.min(2 * atATime, rowsAtATime.most)
    }
  })
  const writePieces = flush(() => atATime)
  return {
    add: ({ drafts, withdrawals, released, replaced, bases, judged = [], dropped = [] }: ColorwayWrites) => {
      for (const draft of drafts) planned.drafts.push(draft)
      for (const record of withdrawals) planned.withdrawals.push(record)
      for (const record of released) planned.released.push(record)
      for (const record of replaced) planned.replaced.push(record)
      for (const basis of bases) planned.bases.push(basis)
      for (const colorway of judged) planned.judged.push(colorway)
      for (const pair of dropped) planned.dropped.push(pair)
      return mostOf(planned) >= atATime ? writePieces : Effect.void
    },
    end: Effect.gen(function* () {
      yield* flush(() => 1)
      yield* written
      yield* run(addToCounts(sql, organization, batchKey, counts))
    }),
  }
}
