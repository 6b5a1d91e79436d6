// The preview's rules as loops over plain numbers: what one would write for one's own prices, knowing that cents fit
// doubles. Same answers, in the same order.

export interface PlainRecord {
  readonly record_key: string
  readonly variant_key: string
  readonly price_type: string
  readonly amount: number
  readonly effective_from: string
  readonly effective_at: number
  readonly status: "draft" | "active"
  readonly sequence: number
  readonly batch_key: string | null
}

export interface PlainLine {
  readonly price_type: string
  readonly amount: number
  readonly effective_from: string
  readonly effective_at: number
}

export const plainInForce = (records: ReadonlyArray<PlainRecord>, at: number): PlainRecord | undefined => {
  let best: PlainRecord | undefined
  for (let i = 0; i < records.length; i++) {
    const record = records[i]!
    if (record.status !== "active" || record.effective_at > at) continue
    if (
      best === undefined ||
      record.effective_at > best.effective_at ||
      (record.effective_at === best.effective_at && record.sequence > best.sequence)
    )
      best = record
  }
  return best
}

export const plainDiff = (
  variantKeys: ReadonlyArray<string>,
  lines: ReadonlyArray<PlainLine>,
  incumbents: ReadonlyMap<string, ReadonlyMap<string, PlainRecord>>,
) => {
  const previews = []
  for (const { price_type, amount, effective_from } of lines) {
    const counts = { add: 0, changed: 0, unchanged: 0 }
    const variants = []
    for (const variant_key of variantKeys) {
      const incumbent = incumbents.get(variant_key)?.get(price_type)
      if (incumbent === undefined) {
        counts.add++
        variants.push({ variant_key, status: "add", incumbent: null })
        continue
      }
      const status = incumbent.amount === amount ? "unchanged" : "changed"
      counts[status]++
      variants.push({
        variant_key,
        status,
        incumbent: {
          record_key: incumbent.record_key,
          amount: incumbent.amount,
          effective_from: incumbent.effective_from,
        },
      })
    }
    const status = counts.changed > 0 ? "changed" : counts.add > 0 ? "add" : "unchanged"
    previews.push({ price_type, amount, effective_from, status, counts, variants })
  }
  return previews
}

export const plainFuture = (
  records: ReadonlyArray<PlainRecord>,
  lines: ReadonlyArray<PlainLine>,
  now: number,
) => {
  const future = []
  for (const record of records) {
    if (record.effective_at <= now) continue
    const collisions = []
    for (let line = 0; line < lines.length; line++) {
      if (lines[line]!.price_type !== record.price_type) continue
      const at = lines[line]!.effective_at
      const kind =
        record.effective_at === at
          ? "same_instant"
          : record.effective_at > at
            ? "overridden_later"
            : "leapfrogged"
      collisions.push({ line, kind })
    }
    future.push({ record, collisions })
  }
  future.sort(
    ({ record: a }, { record: b }) =>
      (a.variant_key < b.variant_key ? -1 : a.variant_key > b.variant_key ? 1 : 0) ||
      (a.price_type < b.price_type ? -1 : a.price_type > b.price_type ? 1 : 0) ||
      a.effective_at - b.effective_at ||
      a.sequence - b.sequence,
  )
  return future.map(({ record, collisions }) => ({
    record_key: record.record_key,
    variant_key: record.variant_key,
    price_type: record.price_type,
    amount: record.amount,
    effective_from: record.effective_from,
    status: record.status,
    batch_key: record.batch_key,
    collisions,
  }))
}
