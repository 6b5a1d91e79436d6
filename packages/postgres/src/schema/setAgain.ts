import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/** Prices that take-backs have set again until now, and what each of them may be in the place of: of its pair and amount, and taken away by what its batch takes back. */
const found = `
  from hangtag_batch b
  join hangtag_batch x on x.organization = b.organization and x.batch_key = b.reverts
  join hangtag_batch_record r on r.organization = b.organization and r.batch_key = b.batch_key
  join hangtag_price_record p on p.organization = r.organization and p.record_key = r.record_key
  cross join lateral (
    select g.record_key from hangtag_price_record g
    where g.organization = p.organization and g.variant_key = p.variant_key and g.price_list = p.price_list
      and g.price_type = p.price_type and g.status = 'active' and g.returns_from is null
      and coalesce(g.amount, g.ending) = coalesce(p.amount, p.ending) and g.sequence < p.sequence
      and g.effective_at <= p.effective_at and g.batch_key is distinct from x.batch_key
      and (g.taken_back_by = x.batch_key or (g.withdrawn_at = x.published_at and exists (
        select from hangtag_batch_withdrawal w where w.organization = g.organization
          and w.batch_key = x.batch_key and w.record_key = g.record_key)))
    order by g.effective_at desc, g.sequence desc limit 1) g
  where b.reverts is not null and b.status = 'published' and p.status = 'active' and p.returns_from is null`

const tables = ["batch", "batch_record", "batch_withdrawal", "price_record"]

/**
 * In the place of which price one was set as a batch was taken back; and an index of what takes batches back.
 *
 * What take-backs have set until now is given the price that it most likely is in the place of: more than one could be only where
 * they were of one amount. A process of the version before writes none: such a price is one of its own batch, and of no other.
 */
const statements = [
  // the copies that exports of an embedded database read, too
  ...["hangtag_", "hangtag_kept_"].map(
    (prefix) => `alter table if exists ${prefix}price_record add column sets_again uuid`,
  ),
  "create index hangtag_batch_reverts on hangtag_batch (organization, reverts) where reverts is not null",
  // the owner is bound to an organization as well, and this is about all of them
  ...tables.map((table) => `alter table hangtag_${table} no force row level security`),
  `update hangtag_price_record p set sets_again = f.sets_again
    from (select p.organization, p.record_key, g.record_key as sets_again ${found}) f
    where p.organization = f.organization and p.record_key = f.record_key`,
  ...tables.map((table) => `alter table hangtag_${table} force row level security`),
]

export const setAgain = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
