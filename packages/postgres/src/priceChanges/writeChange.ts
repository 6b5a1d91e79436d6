import type { Act, ColorwayWrites, PairBasis } from "@hangtag/core"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { toBigint } from "../repositories/toBigint.ts"
import { storedText } from "../sql/storable.ts"

type Named = ColorwayWrites["replaced"][number]

const columnsOf = (records: ReadonlyArray<Named>) => ({
  keys: records.map(({ record_key }) => record_key),
  variants: records.map(({ variant_key }) => variant_key),
  types: records.map(({ price_type }) => price_type),
})

/**
 * Takes records that were withdrawn out of every batch that holds them: `gone` gives their `variant_key`, `price_type`
 * and `record_key`.
 */
export const leaveBatches = (sql: SqlClient, organization: string, gone: Fragment) => sql`
  delete from hangtag_batch_record r using hangtag_batch b, (${gone}) g
  where b.organization = ${organization} and r.organization = ${organization} and r.batch_key = b.batch_key
    and r.variant_key = g.variant_key and r.price_type = g.price_type and r.record_key = g.record_key`

const writeDrafts = (
  sql: SqlClient,
  organization: string,
  batchKey: string,
  drafts: ColorwayWrites["drafts"],
) => {
  const types = [...new Set(drafts.map((draft) => draft.price_type))]
  return sql`
    with added as (
      insert into hangtag_price_record (organization, record_key, variant_key, price_type, amount, effective_from,
        effective_at, status, batch_key)
      select ${organization}, gen_random_uuid(), u.variant_key, u.price_type, u.amount, u.effective_from,
        u.effective_at, 'draft', ${batchKey}
      from unnest(
        ${drafts.map((draft) => draft.variant_key)}::text[],
        ${drafts.map((draft) => draft.price_type)}::text[],
        ${drafts.map((draft) => draft.amount)}::text[],
        ${drafts.map((draft) => draft.effective_from)}::text[],
        ${drafts.map((draft) => String(draft.effective_at))}::text[]::bigint[]
      ) with ordinality u(variant_key, price_type, amount, effective_from, effective_at, ord) order by u.ord
      returning record_key, variant_key, price_type)
    insert into hangtag_batch_record
      (organization, batch_key, variant_key, price_type, record_key, filled, search_type)
    select ${organization}, ${batchKey}, a.variant_key, a.price_type, a.record_key, false, l.search_type
    from added a join unnest(${types}::text[], ${types.map((type) => type.toLowerCase())}::text[])
      l(price_type, search_type) on l.price_type = a.price_type`
}

const writeBases = (
  sql: SqlClient,
  organization: string,
  batchKey: string,
  bases: ReadonlyArray<PairBasis>,
) => sql`
  insert into hangtag_batch_basis as b
    (organization, batch_key, variant_key, price_type, judged_at, incumbent, future, returns)
  select ${organization}, ${batchKey}, u.variant_key, u.price_type, u.at, u.incumbent, u.future, u.returns
  from json_to_recordset(${JSON.stringify(bases)}::json)
    as u(variant_key text, price_type text, at bigint, incumbent text, future text[], returns bigint[])
  on conflict (organization, batch_key, variant_key, price_type) do update
    set judged_at = excluded.judged_at, incumbent = excluded.incumbent, future = excluded.future,
      returns = excluded.returns`

/** The last of each pair. */
const lastOf = (bases: ReadonlyArray<PairBasis>): Array<PairBasis> => [
  ...new Map(
    bases.map((basis) => [JSON.stringify([basis.variant_key, basis.price_type]), basis] as const),
  ).values(),
]

/** Withdraws drafts of the batch, which then holds them no more: `drafts` are their keys. */
export const withdrawDrafts = (
  sql: SqlClient,
  organization: string,
  batchKey: string,
  drafts: Fragment,
  { at, by }: Act,
) => sql`
  with gone as (
    update hangtag_price_record set withdrawn_at = ${toBigint(at)}, withdrawn_by = ${storedText(by)}
    where organization = ${organization} and record_key = any(array(${drafts})) and status = 'draft'
      and withdrawn_at is null
    returning variant_key, price_type, record_key)
  delete from hangtag_batch_record r using gone g
  where r.organization = ${organization} and r.batch_key = ${batchKey} and r.variant_key = g.variant_key
    and r.price_type = g.price_type and r.record_key = g.record_key`

/** Writes what was planned of some parts into the batch, within the surrounding transaction: a few statements. */
export const writeChange = Effect.fnUntraced(function* (
  sql: SqlClient,
  organization: string,
  batchKey: string,
  { drafts, withdrawals, released, replaced, bases }: ColorwayWrites,
  act: Act,
) {
  if (replaced.length > 0) {
    const { keys } = columnsOf(replaced)
    yield* withdrawDrafts(sql, organization, batchKey, sql`select unnest(${keys}::uuid[])`, act)
  }
  if (released.length > 0)
    yield* sql`delete from hangtag_batch_withdrawal where organization = ${organization}
      and batch_key = ${batchKey} and record_key = any(${columnsOf(released).keys}::uuid[])`
  if (drafts.length > 0) yield* writeDrafts(sql, organization, batchKey, drafts)
  if (withdrawals.length > 0) {
    const { keys, variants, types } = columnsOf(withdrawals)
    yield* sql`
      insert into hangtag_batch_withdrawal (organization, batch_key, record_key, variant_key, price_type)
      select ${organization}, ${batchKey}, u.*
      from unnest(${keys}::uuid[], ${variants}::text[], ${types}::text[]) u on conflict do nothing`
  }
  if (bases.length > 0) yield* writeBases(sql, organization, batchKey, lastOf(bases))
})
