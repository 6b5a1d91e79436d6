import type { Act } from "@hangtag/core"
import { Effect, Option } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { storedText, toBigint } from "../database/parameters.ts"
import { priceRecord, priceRecordColumns, timeZone, type ZonedRow } from "../prices/PriceRecordRow.ts"

const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** Withdraws the draft where no batch has it, and gives the record as it then is. */
export const withdrawDraft = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  recordKey: string,
  { at, by }: Act,
) {
  if (!isUuid(recordKey)) return Option.none()
  const is = sql`p.organization = ${organization} and p.record_key = ${recordKey}::uuid`
  yield* sql`update hangtag_price_record p set withdrawn_at = ${toBigint(at)}, withdrawn_by = ${storedText(by)}
    where ${is} and p.status = 'draft' and p.batch_key is null and p.withdrawn_at is null`
  const [row] = yield* sql<ZonedRow>`
    select ${sql.literal(priceRecordColumns)}, ${timeZone(sql, organization)} from hangtag_price_record p where ${is}`
  return Option.map(Option.fromUndefinedOr(row), (found) => ({
    ...priceRecord(found),
    time_zone: found.time_zone,
  }))
})
