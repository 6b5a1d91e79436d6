import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/** `withdrawn_since`: of the records that a batch held when it was published or discarded. */
const column = "alter table hangtag_batch add column withdrawn_since integer not null default 0"

const read = ["batch", "price_record"].map((table) => `hangtag_${table}`)
const forced = (how: "force" | "no force") =>
  read.map((table) => `alter table ${table} ${how} row level security`)

/** What a price change published is known by its key; what a republish batch held is not. */
const fill = `
  update hangtag_batch b set records = n.records, withdrawn_since = n.records - b.records
  from (select p.organization, p.batch_key, count(*)::int as records
    from hangtag_price_record p join hangtag_batch b using (organization, batch_key)
    where b.kind = 'price_change' and b.status = 'published' and p.status = 'active'
      and (p.withdrawn_at is null or p.withdrawn_at >= b.published_at)
    group by 1, 2) n
  where b.organization = n.organization and b.batch_key = n.batch_key and b.records < n.records`

/** Has a batch that is published, or discarded, keep its counts when its records are withdrawn. */
export const keepPublishedCounts = Effect.gen(function* () {
  const sql = yield* SqlClient
  // the owner would otherwise see, and fill, nothing
  for (const statement of [column, ...forced("no force"), fill, ...forced("force")])
    yield* sql.unsafe(statement)
})
