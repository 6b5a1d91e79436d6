import { instantFromMicros, type PriceRecord, type PricesAround } from "@hangtag/core"
import type { SqlClient } from "effect/sql/SqlClient"
import { fixedStatement } from "../database/statements.ts"
import { hasBegun, isLeft, priceLookups, priceOrderBy } from "./PriceRecordRow.ts"
import { type ListRow, listsAbove, selectListsAbove, storedList } from "./storedLists.ts"

/** What is read of a record in force, and sent column by column: rows take three times as long to read. */
const sent = [
  "record_key",
  "variant_key",
  "price_type",
  "price_list",
  "amount",
  "ending",
  "effective_from",
  "effective_at",
  "sequence",
  "batch_key",
] as const

const numbers = ["effective_at", "sequence", "withdrawn_at", "ends_at", "taken_back_at"]

const selected = [...sent, "withdrawn_at", "ends_at", "taken_back_at"]
  .map((name) => (numbers.includes(name) ? `p.${name}::float8 as ${name}` : `p.${name}`))
  .join(", ")

const columns = sent.map((name) => `coalesce(array_agg(p.${name}), '{}') as ${name}`).join(", ")

type Columns = { readonly [Name in (typeof sent)[number]]: ReadonlyArray<PriceRecord[Name]> }

/** The lists that were looked in, and the columns of the records that are in force there. */
interface InForceRow extends Columns {
  readonly lists: ReadonlyArray<ListRow>
}

interface Asked {
  readonly org: string | null
  readonly keys: ReadonlyArray<string>
  readonly lists: ReadonlyArray<string>
  readonly at: bigint
  readonly rows: number
  readonly known: bigint | null
}

/**
 * How many records three of the variants have at most where reading all records of all of them takes less time than a probe for each variant,
 * list and price type, which takes the same time however long histories are (decision 0080).
 */
const few = 48

/** What is in force of variants in some lists and in all above them, with these lists: one statement, so that both are of one moment. */
export const inForceInLists = (sql: SqlClient, isAsKnown: boolean) =>
  fixedStatement(
    sql,
    ["org", "keys", "lists", "at", "rows", ...(isAsKnown ? (["known"] as const) : [])],
    ({ org, keys, lists, at, rows, known }: Asked & Record<string, unknown>) => {
      const { fewTypes, steps, recordInForce } = priceLookups(sql, org, at, {
        list: sql`k.price_list`,
        type: sql`k.price_type`,
        selected,
        knownAt: isAsKnown ? known : null,
      })
      const looked = sql`(select v.variant_key, l.price_list from unnest(${keys}::text[]) v(variant_key) cross join above l) k`
      const probed = sql`
        select p.* from (
          select k.*, t.price_type from ${looked} cross join types cross join unnest(types.few) t(price_type)
          union all
          select k.*, stepped.price_type from types cross join ${looked} cross join ${steps} where types.few is null) k
        cross join lateral ${recordInForce} p`
      const ofLists = sql`p.organization = ${org} and p.price_list = any(array(select price_list from above))`
      // of three of them, the first, the middle and the last
      const some = sql`(select array[all_keys[1], all_keys[(cardinality(all_keys) + 1) / 2], all_keys[cardinality(all_keys)]]
        from (select ${keys}::text[] as all_keys) k)`
      const isShort = sql`(select count(*) <= ${sql.literal(String(few))} from (select from hangtag_price_record p
        where ${ofLists} and p.variant_key = any(${some}::text[]) and p.status = 'active' limit ${sql.literal(String(few + 1))}) p)`
      // in the order of the index, read backwards: the first of each is the last that has begun
      const scanned = sql`
        select p.* from (
          select distinct on (p.variant_key, p.price_list, p.price_type) ${sql.literal(selected)} from hangtag_price_record p
          where ${ofLists} and p.variant_key = any(${keys}::text[]) and ${hasBegun(sql, at)}
          order by p.variant_key desc, p.price_list desc, p.price_type desc, ${sql.literal(priceOrderBy("desc"))}) p
        where ${isLeft(sql, at)}`
      const found = isAsKnown
        ? probed
        : sql`${scanned} and (select is_short from histories)
        union all
        select p.* from (${probed}) p where not (select is_short from histories)`
      return sql<InForceRow>`
        with recursive ${listsAbove(sql, org, lists)}, types as materialized (select ${fewTypes} as few),
          histories as materialized (select ${isShort} as is_short)
        select (select coalesce(json_agg(l), '[]') from (${selectListsAbove(sql, org)}) l) as lists, ${sql.literal(columns)}
        from (select p.* from (${found}) p limit ${rows}) p`
    },
  )

export const pricesInLists = (organization: string, row: InForceRow): PricesAround => ({
  lists: row.lists.map((list) => storedList(organization, list)),
  inForce: row.record_key.map((record_key, index) => {
    const ending = row.ending[index]
    return {
      record_key,
      variant_key: row.variant_key[index]!,
      price_type: row.price_type[index]!,
      price_list: row.price_list[index]!,
      amount: row.amount[index]!,
      ...(ending != null && { ending }),
      effective_from: row.effective_from[index]!,
      effective_at: instantFromMicros(row.effective_at[index]!),
      status: "active",
      sequence: row.sequence[index]!,
      batch_key: row.batch_key[index]!,
    }
  }),
  future: [],
})
