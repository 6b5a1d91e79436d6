import type postgres from "postgres"

/** One price for whole colorways, from an instant on. */
export interface PlainLine {
  readonly price_type: string
  readonly amount: string
  readonly effective_from: string
  /** Microseconds. */
  readonly effective_at: string
}

export interface PlainColorway {
  readonly product_key: string
  readonly color: string
}

const micros = () => String(Date.now() * 1000)
/** One at a time; compiling takes longer than what is compiled (jit). */
const turn = (sql: postgres.TransactionSql) =>
  sql`select pg_advisory_xact_lock(hashtextextended('hangtag catalog demo', 0)), set_config('jit', 'off', true)`

/**
 * A price change as one writes it by hand for one line: a statement that judges at the line's instant, keeps what it was
 * judged by, names collisions, and tells of each colorway what became of it and a token of its prices. No row-level
 * security, no time zones, no policies, and nothing but collisions at one instant is refused.
 */
export const generateByHand = (
  sql: postgres.Sql,
  batch: string,
  colorways: ReadonlyArray<PlainColorway>,
  { price_type, amount, effective_from, effective_at }: PlainLine,
) =>
  sql.begin(async (tx) => {
    const now = micros()
    await turn(tx)
    await tx`insert into hangtag_batch
        (organization, batch_key, status, kind, brand_key, created_at, created_by, search_text)
      values ('demo', ${batch}, 'open', 'price_change', 'NT', ${now}, 'bench', array[lower(${batch}::text)])`
    const rows = await tx`
      with k as materialized (
        select c.ord, v.variant_key
        from unnest(${colorways.map((each) => each.product_key)}::text[],
          ${colorways.map((each) => each.color)}::text[]) with ordinality c(product_key, color, ord)
        join hangtag_product d on d.organization = 'demo' and d.product_key = c.product_key
          and d.brand_key = 'NT' and d.retired_at is null
        join hangtag_variant v on v.organization = 'demo' and v.product_key = c.product_key
          and v.color = c.color and v.retired_at is null),
      judged as materialized (
        select k.ord, k.variant_key, j.*,
          j.follows is null or j.follows::numeric <> ${amount}::numeric as is_new
        from k cross join lateral (
          select
            (array_agg(s.record_key) filter (where s.is_meant and s.begun))[1] as incumbent,
            array_agg(s.record_key || ' ' || s.status order by s.record_key)
              filter (where s.is_meant and not s.begun) as future,
            (array_agg(s.amount order by s.effective_at desc, s.sequence desc)
              filter (where s.is_meant and s.status = 'active' and s.effective_at <= ${effective_at}))[1] as follows,
            count(*) filter (where s.is_meant and not s.begun and s.effective_at = ${effective_at}) as same,
            json_agg(json_build_object('record_key', s.record_key, 'amount', s.amount, 'status', s.status,
              'batch_key', s.batch_key, 'effective_from', s.effective_from, 'kind',
              case when s.effective_at = ${effective_at} then 'same_instant'
                when s.effective_at > ${effective_at} then 'overridden_later' else 'leapfrogged' end))
              filter (where s.is_meant and not s.begun) as collisions,
            string_agg(s.record_key || ' ' || s.status || ' ' || s.effective_at, ',' order by s.record_key) as names
          from (
            select p.*, p.price_type = ${price_type} as is_meant, p.status = 'active' and p.effective_at <= ${now} as begun,
              row_number() over (partition by p.price_type, p.status = 'active' and p.effective_at <= ${now}
                order by p.effective_at desc, p.sequence desc) as rank
            from hangtag_price_record p
            where p.organization = 'demo' and p.variant_key = k.variant_key and p.withdrawn_at is null) s
          where (s.begun and s.rank = 1) or s.effective_at > ${now}) j),
      drafts as (
        insert into hangtag_price_record (organization, record_key, variant_key, price_type, amount, effective_from,
          effective_at, status, batch_key)
        select 'demo', uuidv7(), variant_key, ${price_type}, ${amount}, ${effective_from}, ${effective_at},
          'draft', ${batch} from judged where is_new
        returning record_key, variant_key),
      held as (
        insert into hangtag_batch_record
          (organization, batch_key, variant_key, price_type, record_key, filled, search_type)
        select 'demo', ${batch}, variant_key, ${price_type}, record_key, false, lower(${price_type}) from drafts),
      bases as (
        insert into hangtag_batch_basis
          (organization, batch_key, variant_key, price_type, judged_at, incumbent, future, returns, lines, since)
        select 'demo', ${batch}, variant_key, ${price_type}, ${now}, incumbent, coalesce(future, '{}'), '{}',
          array[${effective_from}], least(${now}::bigint, ${effective_at}::bigint)
        from judged)
      select ord, count(*)::int as asked, count(*) filter (where is_new)::int as created,
        coalesce(sum(same) filter (where is_new), 0)::int as same,
        json_agg(collisions) filter (where collisions is not null) as collisions,
        array_agg(variant_key) filter (where is_new and (${amount}::numeric >= 10 * follows::numeric
          or 10 * ${amount}::numeric <= follows::numeric)) as unlikely,
        md5(string_agg(names, ',' order by variant_key)) as token
      from judged group by ord order by ord`
    if (rows.length < colorways.length) throw new Error("a colorway is unknown")
    if (rows.some(({ same }) => same > 0)) throw new Error("lines meet future records")
    const created = rows.reduce((sum, row) => sum + row.created, 0)
    await tx`update hangtag_batch set records = ${created} where organization = 'demo' and batch_key = ${batch}`
    return rows
  })

/** Publishes by hand what `generateByHand` wrote: refused where the basis moved, numbered, hashed, announced. */
export const publishByHand = (sql: postgres.Sql, batch: string) =>
  sql.begin(async (tx) => {
    const now = micros()
    await turn(tx)
    const [open] = await tx`select b.status, (select d.policy from hangtag_brand d
        where d.organization = 'demo' and d.brand_key = b.brand_key) as policy
      from hangtag_batch b where b.organization = 'demo' and b.batch_key = ${batch} for update of b`
    if (open?.status !== "open") throw new Error("the batch is not open")
    if (open.policy?.enforcement === "block") throw new Error("the drafts have to be judged")
    const moved = await tx`
      select b.variant_key, b.price_type from hangtag_batch_basis b
      join hangtag_variant v on v.organization = 'demo' and v.variant_key = b.variant_key
      cross join lateral (
        select (array_agg(p.record_key::text order by p.effective_at desc, p.sequence desc)
            filter (where p.status = 'active' and p.effective_at <= b.judged_at))[1] as incumbent,
          coalesce(array_agg(p.record_key || ' ' || p.status order by p.record_key) filter (where
            p.effective_at > b.judged_at and p.batch_key is distinct from ${batch}), '{}') as future
        from hangtag_price_record p where p.organization = 'demo' and p.variant_key = b.variant_key
          and p.price_type = b.price_type and p.withdrawn_at is null) n
      where b.organization = 'demo' and b.batch_key = ${batch}
        and (n.incumbent is distinct from b.incumbent or n.future <> b.future or v.retired_at > b.judged_at) limit 100`
    if (moved.length > 0) throw new Error("prices have moved")
    const [done] = await tx`
      with drafts as materialized (
        select o.record_key, nextval(pg_get_serial_sequence('hangtag_price_record', 'sequence')) as place from (
          select p.record_key from hangtag_batch_record r
          join hangtag_price_record p on p.organization = 'demo' and p.record_key = r.record_key
          where r.organization = 'demo' and r.batch_key = ${batch} and p.status = 'draft' and p.withdrawn_at is null
          order by p.variant_key, p.price_type, p.effective_at, p.sequence offset 0) o),
      activated as (
        update hangtag_price_record p set status = 'active', sequence = d.place from drafts d
        where p.organization = 'demo' and p.record_key = d.record_key
        returning p.variant_key, p.price_type, p.effective_at, p.sequence, p.amount, p.effective_from)
      select count(*)::int as records, min(effective_at) as first, encode(sha256(convert_to(string_agg(
        '[' || to_json(variant_key::text) || ',' || to_json(price_type::text) || ',' || effective_at || ',' ||
          to_json(amount) || ',' || to_json(effective_from) || ',"set"]', E'\n'
        order by variant_key, price_type, effective_at, sequence), 'UTF8')), 'hex') as sha256
      from activated`
    if (done!.records === 0) throw new Error("the batch is empty")
    if (Number(done!.first) < Number(now) - 86_400_000_000) throw new Error("a price is backdated")
    await tx`update hangtag_batch set status = 'published', published_at = ${now}, published_by = 'bench'
      where organization = 'demo' and batch_key = ${batch}`
    const [publication] = await tx`
      insert into hangtag_publication (organization, number, batch_key, published_at, published_by, records, sha256)
      select 'demo', coalesce(max(number), 0) + 1, ${batch}, ${now}, 'bench', ${done!.records}, ${done!.sha256}
      from hangtag_publication where organization = 'demo'
      returning number, records, sha256`
    await tx`select pg_notify('pricing.published', ${JSON.stringify(publication)})`
    return publication!
  })
