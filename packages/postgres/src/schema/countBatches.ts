import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

const columns = `alter table hangtag_batch
  add column records integer not null default 0, add column withdrawals integer not null default 0`

const counted = ["batch", "batch_record", "batch_withdrawal", "price_record"].map(
  (table) => `hangtag_${table}`,
)
const forced = (how: "force" | "no force") =>
  counted.map((table) => `alter table ${table} ${how} row level security`)

const countOf = (table: string) =>
  `(select count(*) from ${table} h where h.organization = b.organization and h.batch_key = b.batch_key)`

const fill = [
  // what a fill put in while somebody else withdrew it
  `delete from hangtag_batch_record r using hangtag_price_record p
    where p.organization = r.organization and p.record_key = r.record_key and p.withdrawn_at is not null`,
  `update hangtag_batch b
    set records = ${countOf("hangtag_batch_record")}, withdrawals = ${countOf("hangtag_batch_withdrawal")}`,
]

/** Keeps how many records a batch holds, and withdraws, with the batch. */
export const countBatches = Effect.gen(function* () {
  const sql = yield* SqlClient
  // the owner would otherwise see, and count, nothing
  for (const statement of [columns, ...forced("no force"), ...fill, ...forced("force")])
    yield* sql.unsafe(statement)
})
