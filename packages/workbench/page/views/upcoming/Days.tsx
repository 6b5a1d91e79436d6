import { Fragment } from "preact"
import { pathOf } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { listMember } from "../../app/listMember.ts"
import { useAsk } from "../../app/useAsk.ts"
import { counted, showRange } from "../../format/decimal.ts"
import { effectiveMillis, localTime, showLongDay, showTime } from "../../format/time.ts"
import { Link } from "../../parts/Link.tsx"
import { Empty } from "../../parts/States.tsx"
import { Swatch } from "../../parts/Swatch.tsx"

export type Item = Awaited<ReturnType<typeof api.listUpcomingPrices>>["items"][number]

/** "MAP 149.95 → 139.95"; what a list falls back to is in it, so that none is shown where there is no price. */
const amountsText = (
  { price_type, before, after }: Item["amounts"][number],
  currency: string | null,
): string => {
  const shown = (range: typeof before) => (range === null ? "no price" : showRange(range, currency))
  return `${price_type} ${shown(before)} → ${shown(after)}`
}

/** Pages that are read to find the next change at most. */
const mostPages = 20

/** The day of an instant in a zone. */
export const dayOf = (at: string, zone: string): string => {
  const millis = effectiveMillis(at, zone)
  return millis === undefined ? at.slice(0, 10) : localTime(millis, zone).date
}

/** By key, as far as they are read. */
export interface Names {
  readonly product: ReadonlyMap<string, string>
  readonly batch: ReadonlyMap<string, string>
  readonly brand: ReadonlyMap<string, string>
}

interface DaysProps {
  readonly days: ReadonlyMap<string, ReadonlyArray<Item>>
  readonly zone: string
  readonly zoneOf: (brand: string) => string
  /** Says of each batch which brands it is of. */
  readonly hasBrands: boolean
  readonly chosen: string
  readonly isWhole: boolean
  readonly names: Names
  /** Where to look for the next change when there is none. */
  readonly after: { readonly brand: string; readonly from: string; readonly list: string }
  /** Of the price list that is shown. */
  readonly currency: string | null
}

const firstAfter = async (
  { brand: brand_key, from, list: price_list }: DaysProps["after"],
  signal: AbortSignal,
) => {
  let pages = 0
  // a page may be empty, and the next one not
  for await (const { items } of api.pages(
    "listUpcomingPrices",
    { ...(brand_key ? { brand_key, from } : { from: `${from}T00:00:00-12:00` }), price_list, limit: 1 },
    { signal },
  )) {
    if (items[0] !== undefined) return items[0].at
    if (++pages === mostPages) break
  }
  return null
}

/** The way to the first change after a month that has none. */
const NextChange = ({ zone, after }: Pick<DaysProps, "zone" | "after">) => {
  const { brand, list } = after
  const next = useAsk(`next of ${JSON.stringify(after)}`, (signal) => firstAfter(after, signal))
  if (next.data === undefined) return <p>Looking further ahead…</p>
  if (next.data === null) return <p>Nothing is published for later either.</p>
  const day = dayOf(next.data, zone)
  return (
    <p>
      The next change is on{" "}
      <Link href={pathOf("upcoming", { brand, month: day.slice(0, 7), ...listMember(list) })}>
        {showLongDay(effectiveMillis(day, zone)!, zone)}
      </Link>
      .
    </p>
  )
}

/** What changes, by day, and of a day by batch. */
export const Days = ({
  days,
  zone,
  zoneOf,
  hasBrands,
  chosen,
  isWhole,
  after,
  currency,
  names,
}: DaysProps) => {
  const shown = [...days].filter(([day]) => chosen === "" || day === chosen)
  return (
    <section class="panel" aria-label="Changes by day">
      {shown.length === 0 && (
        <Empty title={chosen ? "Nothing on this day" : "Nothing in this month"}>
          {chosen === "" && <NextChange zone={zone} after={after} />}
          <p>
            <Link href={pathOf("batches", { status: "open" })}>Open batches</Link> wait to be published.
          </p>
        </Empty>
      )}
      {!isWhole && (
        <p class="remark warn">
          More goes live in this month than is shown here; choose a brand, or ask the API.
        </p>
      )}
      {shown.map(([day, items]) => (
        <div class="day" key={day}>
          <h2>{showLongDay(effectiveMillis(day, zone)!, zone)}</h2>
          {[...Map.groupBy(items, ({ batch_key }) => batch_key)].map(([batch, ofBatch]) => (
            <section key={batch}>
              <h3>
                {batch === null ? (
                  "Without a batch"
                ) : (
                  <Link href={pathOf("batches", { key: batch })}>
                    <bdi>{names.batch.get(batch) ?? batch}</bdi>
                  </Link>
                )}
                {hasBrands && (
                  <span class="muted">
                    {[...new Set(ofBatch.map(({ brand_key }) => brand_key))].map((key, index) => (
                      <Fragment key={key}>
                        {index > 0 && ", "}
                        <bdi>{names.brand.get(key) ?? key}</bdi>
                      </Fragment>
                    ))}
                  </span>
                )}
              </h3>
              <ul>
                {ofBatch.map((item) => (
                  <li key={`${item.at} ${item.batch_key} ${item.product_key} ${item.color}`}>
                    <span class="muted time">
                      {showTime(
                        effectiveMillis(item.at, zoneOf(item.brand_key)) ?? 0,
                        zoneOf(item.brand_key),
                      )}
                    </span>
                    <span class="what">
                      <span class="with">
                        <Swatch color={item.color} />
                        <Link
                          href={pathOf("price-change", {
                            brand: item.brand_key,
                            product: item.product_key,
                            color: item.color,
                            ...listMember(item.price_list),
                          })}
                        >
                          <bdi>{names.product.get(item.product_key) ?? item.product_key}</bdi>
                        </Link>
                        <bdi>{item.color}</bdi>
                      </span>
                      <span class="muted">
                        {item.amounts.map((each) => amountsText(each, currency)).join(", ")},{" "}
                        {counted(item.variants, "variant")}
                      </span>
                    </span>
                    <span class="kinds">
                      {(["new", "increase", "decrease", "withdrawn"] as const).map(
                        (kind) =>
                          item.counts[kind] > 0 && (
                            <span class={`badge ${kind}`} key={kind}>
                              {{ new: "+", increase: "↑", decrease: "↓", withdrawn: "–" }[kind]}{" "}
                              {item.counts[kind]}{" "}
                              {{ new: "new", increase: "up", decrease: "down", withdrawn: "end" }[kind]}
                            </span>
                          ),
                      )}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      ))}
    </section>
  )
}
