import { pathOf, setState, useAddress } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { useMay } from "../../app/caller.ts"
import { lastBrand, rememberBrand } from "../../app/lastPlace.ts"
import { useAsk } from "../../app/useAsk.ts"
import { counted, showRange } from "../../format/decimal.ts"
import { dayFromNow, effectiveMillis, localTime, showLongDay, showTime, showZone } from "../../format/time.ts"
import { SelectField } from "../../parts/Field.tsx"
import { Link } from "../../parts/Link.tsx"
import { Answer, Empty } from "../../parts/States.tsx"
import { Swatch } from "../../parts/Swatch.tsx"
import { blackoutOn, blackoutSpans } from "../../policy/blackoutSpans.ts"
import { usePolicy } from "../../policy/usePolicy.ts"
import { Calendar } from "./Calendar.tsx"

type Item = Awaited<ReturnType<typeof api.upcoming>>["items"][number]

/** "MAP 149.95 → 139.95". */
const amountsText = ({ price_type, before, after }: Item["amounts"][number]): string =>
  `${price_type} ${before === null ? "none" : showRange(before)} → ${after === null ? "none" : showRange(after)}`

/** Rows that are looked at in a span of time; of more it says so. */
const most = 1_000
const mostPages = 20

const allUpcoming = async (
  asked: { readonly from: string; readonly until: string; readonly brand_key: string },
  signal: AbortSignal,
) => {
  const items: Array<Item> = []
  let isWhole = true
  for await (const page of api.pages("upcoming", { ...asked, limit: 200 }, { signal })) {
    items.push(...page.items)
    if (items.length >= most) {
      isWhole = false
      break
    }
  }
  return { items, isWhole }
}

const firstOf = (month: string): string => `${month}-01`
const nextMonth = (month: string, by: number): string => {
  const date = new Date(`${month}-15T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + by)
  return date.toISOString().slice(0, 7)
}

/** What goes live next in a month: a calendar, and the list by day, in the brand's zone. */
export const Upcoming = () => {
  const { query } = useAddress()
  const brands = useAsk("brands of upcoming", (signal) => api.listBrands({ limit: 200 }, { signal }))
  const items = brands.data?.items ?? []
  const wanted = query.get("brand") ?? lastBrand()
  const brand = items.find(({ brand_key }) => brand_key === wanted) ?? items[0]
  const unknown = brand !== undefined && query.has("brand") && wanted !== brand.brand_key ? wanted : undefined
  const zone = brand?.time_zone ?? "UTC"
  const thisMonth = dayFromNow(0, zone).slice(0, 7)
  const asked = query.get("month") ?? ""
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : thisMonth
  const until = firstOf(nextMonth(month, 1))
  // what has begun is none of what comes
  const upcoming = useAsk(brand === undefined ? null : `upcoming ${brand.brand_key} ${month}`, (signal) => {
    const from = month <= thisMonth ? dayFromNow(0, zone) : firstOf(month)
    return until <= from
      ? Promise.resolve({ items: [], isWhole: true })
      : allUpcoming({ from, until, brand_key: brand!.brand_key }, signal)
  })
  const policy = usePolicy(brand?.brand_key ?? null)
  const blackouts = blackoutSpans(policy.data?.policy.blackouts ?? [], zone)
  const maySeeProducts = useMay("product:read")
  const products = useAsk(
    brand === undefined || !maySeeProducts ? null : `products of ${brand.brand_key}`,
    (signal) => api.listProducts({ brand_key: brand!.brand_key, limit: 200 }, { signal }),
  )
  const names = new Map(products.data?.items.map(({ product_key, name }) => [product_key, name]))
  return (
    <>
      <div class="head">
        <div>
          <h1>Goes live next</h1>
          <p>Prices that begin or end from now on, by day in {showZone(zone)}. Drafts are not among them.</p>
        </div>
        <div class="actions">
          {items.length > 1 && (
            <SelectField
              label="Brand"
              value={brand?.brand_key ?? ""}
              options={items.map(({ brand_key, name }) => [brand_key, name] as const)}
              onChoose={(brand) => {
                rememberBrand(brand)
                setState({ brand, day: "" })
              }}
            />
          )}
        </div>
      </div>
      {unknown !== undefined && (
        <p class="remark warn">
          There is no brand {unknown}: this is {brand!.name}.
        </p>
      )}
      {brands.data?.items.length === 0 ? (
        <Empty title="No brand yet">
          <p>Import a catalog: its scheduled prices are shown here.</p>
        </Empty>
      ) : (
        <div class="upcoming">
          <Answer of={upcoming} label="Looking ahead">
            {({ items, isWhole }) => {
              const days = Map.groupBy(items, ({ at }) => dayOf(at, zone))
              return (
                <>
                  <Calendar
                    month={month}
                    today={dayFromNow(0, zone)}
                    counts={
                      new Map(
                        [...days].map(([day, of]) => [day, of.reduce((sum, each) => sum + each.variants, 0)]),
                      )
                    }
                    blackoutOn={(day) => blackoutOn(blackouts, day, zone)}
                    chosen={query.get("day") ?? ""}
                    onMonth={(by) => setState({ month: nextMonth(month, by), day: "" })}
                    onDay={(day) => setState({ day: day === query.get("day") ? "" : day })}
                  />
                  <Days
                    days={days}
                    zone={zone}
                    chosen={query.get("day") ?? ""}
                    isWhole={isWhole}
                    names={names}
                    after={{ brand: brand!.brand_key, from: until }}
                  />
                </>
              )
            }}
          </Answer>
        </div>
      )}
    </>
  )
}

const dayOf = (at: string, zone: string): string => {
  const millis = effectiveMillis(at, zone)
  return millis === undefined ? at.slice(0, 10) : localTime(millis, zone).date
}

interface DaysProps {
  readonly days: ReadonlyMap<string, ReadonlyArray<Item>>
  readonly zone: string
  readonly chosen: string
  readonly isWhole: boolean
  /** Of the brand's products, by key, as far as one page of them goes. */
  readonly names: ReadonlyMap<string, string>
  /** Where to look for the next change when there is none. */
  readonly after: { readonly brand: string; readonly from: string }
}

const firstAfter = async (brand_key: string, from: string, signal: AbortSignal) => {
  let pages = 0
  // a page may be empty, and the next one not
  for await (const { items } of api.pages("upcoming", { brand_key, from, limit: 1 }, { signal })) {
    if (items[0] !== undefined) return items[0].at
    if (++pages === mostPages) break
  }
  return null
}

/** The way to the first change after a month that has none. */
const NextChange = ({ zone, after: { brand, from } }: Pick<DaysProps, "zone" | "after">) => {
  const next = useAsk(`next of ${brand} ${from}`, (signal) => firstAfter(brand, from, signal))
  if (next.data === undefined) return <p>Looking further ahead…</p>
  if (next.data === null) return <p>Nothing is published for later either.</p>
  const day = dayOf(next.data, zone)
  return (
    <p>
      The next change is on{" "}
      <Link href={pathOf("upcoming", { brand, month: day.slice(0, 7) })}>
        {showLongDay(effectiveMillis(day, zone)!, zone)}
      </Link>
      .
    </p>
  )
}

const Days = ({ days, zone, chosen, isWhole, after, names }: DaysProps) => {
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
          <ul>
            {items.map((item) => (
              <li key={`${item.at} ${item.batch_key} ${item.product_key} ${item.color}`}>
                <span class="muted time">{showTime(effectiveMillis(item.at, zone) ?? 0, zone)}</span>
                <span class="what">
                  <span class="with">
                    <Swatch color={item.color} />
                    <Link
                      href={pathOf("price-change", {
                        brand: item.brand_key,
                        product: item.product_key,
                        color: item.color,
                      })}
                    >
                      {names.get(item.product_key) ?? item.product_key}
                    </Link>
                    {item.color}
                  </span>
                  <span class="muted">
                    {item.amounts.map(amountsText).join(", ")}, {counted(item.variants, "variant")}
                    {item.batch_key !== null && (
                      <>
                        {" of "}
                        <Link href={pathOf("batches", { key: item.batch_key })}>{item.batch_key}</Link>
                      </>
                    )}
                  </span>
                </span>
                <span class="kinds">
                  {(["new", "increase", "decrease", "withdrawn"] as const).map(
                    (kind) =>
                      item.counts[kind] > 0 && (
                        <span class={`badge ${kind}`} key={kind}>
                          {{ new: "＋", increase: "↑", decrease: "↓", withdrawn: "–" }[kind]}{" "}
                          {item.counts[kind]}{" "}
                          {{ new: "new", increase: "up", decrease: "down", withdrawn: "end" }[kind]}
                        </span>
                      ),
                  )}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
