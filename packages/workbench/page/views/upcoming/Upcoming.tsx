import { setState, useAddress } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { readBrands, useBrand, useBrands } from "../../app/brands.ts"
import { useMay } from "../../app/caller.ts"
import { useListShown } from "../../app/listShown.ts"
import { readPages } from "../../app/readPages.ts"
import { askAgain, useAsk } from "../../app/useAsk.ts"
import { dayFromNow, showZone } from "../../format/time.ts"
import { BrandBox } from "../../parts/BrandBox.tsx"
import { Head } from "../../parts/Head.tsx"
import { ListBox } from "../../parts/ListBox.tsx"
import { Missing } from "../../parts/Missing.tsx"
import { Answer, Empty } from "../../parts/States.tsx"
import { ExportRows, onlyBrand, type SheetRows } from "../sheets/ExportRows.tsx"
import { Calendar } from "./Calendar.tsx"
import { batchNames, productNames } from "./comingNames.ts"
import { Days, dayOf, type Item, type Names } from "./Days.tsx"
import { mostPolicies, useBlackouts } from "./useBlackouts.ts"

/** Rows that are looked at in a span of time; of more it says so. */
const most = 1_000

const allUpcoming = async (
  asked: Parameters<typeof api.pages<"listUpcomingPrices">>[1],
  signal: AbortSignal,
) => {
  const { items, next } = await readPages(
    api.pages("listUpcomingPrices", { ...asked, limit: 200 }, { signal }),
    most,
  )
  return { items, isWhole: next === null }
}

/** What a price sheet of a month is written of: its products, with the price types and lists that change. */
const rowsOf = (items: ReadonlyArray<Item>): SheetRows => ({
  brand_key: onlyBrand(items.map(({ brand_key }) => brand_key)),
  price_types: [...new Set(items.flatMap(({ price_types }) => price_types))],
  price_lists: [...new Set(items.map(({ price_list }) => price_list))],
  product_keys: [...new Set(items.map(({ product_key }) => product_key))],
})

const firstOf = (month: string): string => `${month}-01`
const nextMonth = (month: string, by: number): string => {
  const date = new Date(`${month}-15T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + by)
  return date.toISOString().slice(0, 7)
}

/** What goes live next in a month: a calendar, and the list by day, in the brand's zone. */
export const Upcoming = () => {
  const { query } = useAddress()
  const { list, lists, name, currency } = useListShown(query)
  const price_list = list
  const brands = useBrands()
  const { items = [] } = brands.data ?? {}
  const wanted = query.get("brand") ?? ""
  const named = useBrand(wanted)
  const brand = wanted === "" && items.length === 1 ? items[0] : named.data
  const zone = (brand ?? items[0])?.time_zone ?? "UTC"
  const brandKey = brand?.brand_key ?? ""
  const thisMonth = dayFromNow(0, zone).slice(0, 7)
  const asked = query.get("month") ?? ""
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : thisMonth
  const until = firstOf(nextMonth(month, 1))
  const shownKey = JSON.stringify([brandKey, month, list])
  // what has begun is none of what comes
  const upcoming = useAsk(
    items.length === 0 || (wanted !== "" && !brand) ? null : `upcoming ${shownKey}`,
    async (signal) => {
      const fromOf = (zone: string) => (month <= thisMonth ? dayFromNow(0, zone) : firstOf(month))
      const from = fromOf(zone)
      const byKey = new Map([...items, ...(brand ? [brand] : [])].map((each) => [each.brand_key, each]))
      if (until <= from) return { items: [], isWhole: true, byKey }
      if (brand)
        return {
          ...(await allUpcoming({ from, until, price_list, brand_key: brand.brand_key }, signal)),
          byKey,
        }
      // a day begins first at +14:00 and ends last at -12:00; each brand's own days are among them
      const found = await allUpcoming(
        {
          from: `${fromOf("Etc/GMT+12")}T00:00:00+14:00`,
          until: `${until}T00:00:00-12:00`,
          price_list,
        },
        signal,
      )
      await readBrands(byKey, found.items, signal)
      const isShown = ({ at, brand_key }: Item) => {
        const zone = byKey.get(brand_key)?.time_zone ?? "UTC"
        const day = dayOf(at, zone)
        return day >= fromOf(zone) && day < until
      }
      return { ...found, items: found.items.filter(isShown), byKey }
    },
  )
  const failed = brands.error ?? named.error
  const coming = upcoming.data?.items ?? []
  const byKey = upcoming.data?.byKey ?? new Map(items.map((each) => [each.brand_key, each]))
  const zoneOf = (brand_key: string) => byKey.get(brand_key)?.time_zone ?? "UTC"
  const areMany = (brands.data?.total ?? 0) > mostPolicies
  const ofComing = [...new Set(coming.map(({ brand_key }) => brand_key))].flatMap(
    (key) => byKey.get(key) ?? [],
  )
  const blackoutOn = useBlackouts(brand ? [brand] : wanted !== "" ? [] : areMany ? ofComing : items)
  const maySeeProducts = useMay("product:read")
  const products = useAsk(
    coming.length === 0 || !maySeeProducts ? null : `products of ${shownKey}`,
    (signal) => productNames(new Set(coming.map(({ product_key }) => product_key)), brandKey, signal),
  )
  const maySeeBatches = useMay("batch:read")
  const batches = useAsk(coming.length === 0 || !maySeeBatches ? null : `batches of ${shownKey}`, (signal) =>
    batchNames(new Set(coming.flatMap(({ batch_key }) => batch_key ?? [])), signal),
  )
  const names: Names = {
    product: products.data ?? new Map(),
    batch: batches.data ?? new Map(),
    brand: new Map([...byKey.values()].map(({ brand_key, name }) => [brand_key, name])),
  }
  return (
    <>
      <Head
        title="Goes live next"
        actions={
          <>
            <ListBox list={list} lists={lists} without={["day"]} />
            {items.length > 1 && (
              <BrandBox
                shown={brand?.name ?? wanted}
                none="All brands"
                onChoose={(brand) => setState({ brand, day: "" })}
              />
            )}
          </>
        }
      >
        Prices that begin or end from now on, by day in{" "}
        {!brand && new Set([...byKey.values()].map(({ time_zone }) => time_zone)).size > 1
          ? "each brand's time zone"
          : showZone(zone)}
        . Drafts are not among them.
        {!brand &&
          areMany &&
          ` Blackouts are those of brands whose prices change in this month${ofComing.length > mostPolicies ? `, of the first ${mostPolicies} of them` : ""}.`}
        {lists.length > 1 && (
          <>
            {" "}
            One price list at a time: these are prices of <bdi>{name}</bdi> itself.
          </>
        )}
      </Head>
      {named.data === null ? (
        <Missing of="brand" name={wanted} member="brand" />
      ) : asked !== "" && asked !== month ? (
        <Missing of="month" name={asked} member="month" />
      ) : brands.data?.items.length === 0 ? (
        <Empty title="No brand yet">
          <p>Import a catalog: its scheduled prices are shown here.</p>
        </Empty>
      ) : (
        <div class="upcoming">
          <Answer
            of={failed ? { ...upcoming, error: failed, again: askAgain } : upcoming}
            label="Looking ahead"
          >
            {({ items, isWhole }) => {
              const days = new Map(
                [...Map.groupBy(items, ({ at, brand_key }) => dayOf(at, zoneOf(brand_key)))].toSorted(
                  ([a], [b]) => (a < b ? -1 : 1),
                ),
              )
              return (
                <>
                  <div class="beside">
                    <Calendar
                      month={month}
                      today={dayFromNow(0, zone)}
                      counts={
                        new Map(
                          [...days].map(([day, of]) => [
                            day,
                            of.reduce((sum, each) => sum + each.variants, 0),
                          ]),
                        )
                      }
                      blackoutOn={blackoutOn}
                      chosen={query.get("day") ?? ""}
                      onMonth={(by) => setState({ month: nextMonth(month, by), day: "" })}
                      onDay={(day) => setState({ day: day === query.get("day") ? "" : day })}
                    />
                    {maySeeProducts && items.length > 0 && (
                      <section class="panel" aria-label="Price sheet">
                        <ExportRows
                          of={shownKey}
                          rows={async () => rowsOf(items)}
                          problem={
                            isWhole
                              ? undefined
                              : "There is more in this month than is read here: choose a brand above."
                          }
                        />
                      </section>
                    )}
                  </div>
                  <Days
                    {...{ days, zone, zoneOf, isWhole, names, currency }}
                    hasBrands={!brand}
                    chosen={query.get("day") ?? ""}
                    after={{ brand: brandKey, from: until, list }}
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
