import {
  type Act,
  doPlanned,
  type HangtagError,
  type PriceBatch,
  type PublishWork,
  type RevertWrites,
} from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { toBigint } from "../database/toBigint.ts"
import { changeParts } from "./changeParts.ts"
import { changeWriter } from "./changeWriter.ts"
import { makeStatementLine } from "./StatementLine.ts"
import { withdrawDrafts } from "./writeChange.ts"

/** Withdraws what the batch was shown to hold, and leaves it nothing to withdraw. */
const empty = Effect.fnUntraced(function* (sql: SqlClient, organization: string, batchKey: string, act: Act) {
  const own = sql`organization = ${organization} and batch_key = ${batchKey}`
  const held = sql`select record_key from hangtag_batch_record where ${own}`
  const left = yield* withdrawDrafts(sql, organization, batchKey, held, act)
  yield* sql`delete from hangtag_batch_withdrawal where ${own}`
  yield* sql`delete from hangtag_batch_basis where ${own}`
  yield* sql`delete from hangtag_batch_colorway where ${own}`
  yield* sql`update hangtag_batch set records = records - ${left}::int, withdrawals = 0 where ${own}`
})

const takeBack = (
  sql: SqlClient,
  organization: string,
  batchKey: string,
  ended: RevertWrites["ended"],
  { at }: Act,
) => sql`
  update hangtag_price_record set taken_back_at = ${toBigint(at)}, taken_back_by = ${batchKey}
  where organization = ${organization} and record_key = any(${ended.map(({ record_key }) => record_key)}::uuid[])`

/** Plans what takes a batch back anew, at the moment of its publication, within the surrounding transaction. */
export const replanRevert = Effect.fnUntraced(function* <E extends HangtagError>(
  sql: SqlClient,
  organization: string,
  batchKey: string,
  reverted: PriceBatch,
  act: Act,
  replan: PublishWork<E>["replan"],
) {
  yield* empty(sql, organization, batchKey, act)
  const line = makeStatementLine()
  const { add, end } = changeWriter(sql, organization, batchKey, act, line)
  const scope = { kind: "batch", batch_key: reverted.key } as const
  const query = { scope, since: null, mostRecords: undefined, brand: null, filled: reverted.key }
  yield* changeParts(
    sql,
    organization,
    query,
    line,
    Effect.fnUntraced(function* (part) {
      const { ended, ...writes } = yield* doPlanned(replan(part, act.at, reverted))
      yield* add(writes)
      if (ended.length > 0) yield* line.run(takeBack(sql, organization, batchKey, ended, act))
    }),
  )
  yield* end
}, Effect.scoped)
