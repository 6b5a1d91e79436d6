import type { Brand, PriceList } from "@hangtag/client"
import type { Ref } from "preact"
import { useEffect, useState } from "preact/hooks"
import { setState } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { useMay } from "../../app/caller.ts"
import { useAsk } from "../../app/useAsk.ts"
import { useKept } from "../../app/useKept.ts"
import { counted, showCount } from "../../format/decimal.ts"
import { hasWholeYear, ownZone, showMoment } from "../../format/time.ts"
import { Button } from "../../parts/Button.tsx"
import { Answer, Empty } from "../../parts/States.tsx"
import { firstDay, usePolicy } from "../../policy/usePolicy.ts"
import type { Chosen } from "../priceChange/collisionChoices.ts"
import { ExportRows } from "../sheets/ExportRows.tsx"
import { DraftPanel } from "./DraftPanel.tsx"
import { type Edit, editedColorways, withEdits, writtenEdit } from "./edits.ts"
import { PriceGrid } from "./PriceGrid.tsx"
import {
  filters,
  filtersText,
  hasFilter,
  type tableQuery,
  withinFault,
  withoutFilters,
} from "./tableQuery.ts"
import { countWaiting, useDraft } from "./useDraft.ts"
import { usePreviews } from "./usePreviews.ts"
import { usePrintWhole } from "./usePrintWhole.ts"
import type { useTable } from "./useTable.ts"
import { useUnseen } from "./useUnseen.ts"

/** The products of the table as it is narrowed, or null where it has all of the brand. */
const productsOf = async (asked: ReturnType<typeof tableQuery>, query: URLSearchParams) => {
  if (!filters.some((name) => name !== "brand_key" && query.has(name))) return null
  const keys = new Set<string>()
  for await (const { items } of api.pages("listColorwayPrices", { ...asked, limit: 200 }))
    for (const { product_key } of items) keys.add(product_key)
  return [...keys]
}

interface ListPricesProps {
  readonly organization: string
  readonly list: string
  readonly query: URLSearchParams
  readonly asked: ReturnType<typeof tableQuery>
  readonly table: ReturnType<typeof useTable>
  /** By key, as far as they are read. */
  readonly brands: ReadonlyMap<string, Brand>
  readonly read: (of: ReadonlyArray<{ readonly brand_key: string }>, signal: AbortSignal) => Promise<void>
  readonly lists: ReadonlyArray<PriceList>
  readonly box: Ref<HTMLElement>
  /** Pixels that the table has at least. */
  readonly height: number
}

/** The table of one list with its draft: another list has all of its own, so that nothing typed into one is in the other. */
export const ListPrices = ({
  organization,
  list,
  query,
  asked,
  table,
  brands,
  read,
  lists,
  box,
  height,
}: ListPricesProps) => {
  const mayWrite = useMay("price:write")
  const mayExport = useMay("product:read")
  const draft = useDraft(organization, list)
  const [edit] = draft.edits.values()
  const brand = edit?.brand_key ?? query.get("brand_key")
  const policy = usePolicy(brand)
  const drafted = [...draft.edits.values()]
  const zones = useAsk(
    drafted.every(({ brand_key }) => brands.has(brand_key))
      ? null
      : `zones ${JSON.stringify(drafted.map(({ brand_key }) => brand_key))}`,
    (signal) => read(drafted, signal),
  )
  const zoneOf = (key: string) => brands.get(key)?.time_zone ?? ownZone()
  // said for one list it is meant for the next too
  const [lastDay, keepDay] = useKept(`prices.from.${organization}`)
  const first = firstDay(policy.data?.policy, zoneOf(brand ?? ""))
  const from = draft.from ?? [lastDay, first].sort()[1]!
  const isDayKnown =
    edit !== undefined && !zones.isLoading && (policy.data !== undefined || policy.error !== undefined)
  // stays with the new prices: tomorrow is another day then
  useEffect(() => {
    if (isDayKnown && draft.from === null) draft.say({ from })
  })
  const shownBrand = query.get("brand_key") ?? (brands.size === 1 ? [...brands.keys()][0] : undefined)
  const currency = table.page?.currency ?? null
  const [chosen, setChosen] = useState<Chosen>({ same_instant: "reject", on_no_return: "refuse" })
  const [typed, setTyped] = useState<Edit>()
  // as it is typed, once it is an amount
  const effective_until = hasWholeYear(draft.until) ? draft.until : null
  const isAmount =
    typed !== undefined && writtenEdit(typed.text, { currency, effective_until }).problem === undefined
  const colorways = editedColorways(isAmount ? withEdits(draft.edits, [typed]) : draft.edits, {
    price_list: draft.price_list,
    currency,
    effective_from: from,
    effective_until,
  })
  const fault = withinFault(query)
  const unseen = useUnseen(draft.edits, table, query)
  const printWhole = usePrintWhole(table)
  const known = lists.find(({ price_list }) => price_list === list)
  const previews = usePreviews(mayWrite ? colorways : [], chosen)
  return (
    <>
      <section
        class="panel"
        aria-label="Table of prices"
        aria-busy={table.first.isLoading}
        ref={box}
        style={{ minHeight: `${height}px` }}
      >
        {table.page && (
          <p class="onpaper">
            {[known?.name ?? list, showMoment(table.page.at), ...filtersText(query)].join(" · ")}
          </p>
        )}
        <header>
          <h2>Colorways {table.page && <span class="muted">{showCount(table.page)}</span>}</h2>
          <p class="muted" role="status">
            {table.first.isLoading
              ? "Looking…"
              : table.page &&
                `${table.page.currency ?? "no currency said"} · ${counted(table.page, "colorway")}`}
          </p>
          <Button class="quiet" onClick={() => void printWhole()}>
            Print
          </Button>
        </header>
        {fault !== undefined ? (
          <Empty title="Nothing is looked for">
            <p>What “Changes within days” says is no number of days. {fault}.</p>
          </Empty>
        ) : (
          <Answer of={table.first} label="Looking at the prices">
            {({ page }) =>
              page.items.length === 0 ? (
                <Empty title={hasFilter(query) ? "No colorway is like that" : "No product yet"}>
                  {hasFilter(query) ? (
                    <p>
                      <Button onClick={() => setState(withoutFilters)}>Look at all</Button>
                    </p>
                  ) : (
                    <p>Import a catalog, and its prices are here.</p>
                  )}
                </Empty>
              ) : (
                <>
                  <PriceGrid
                    {...{ table, currency, effective_until, zoneOf, draft, colorways, previews, mayWrite }}
                    lists={lists}
                    onTyped={setTyped}
                    sort={query.get("sort") ?? ""}
                    types={page.price_types}
                  />
                  {!table.isEnd && (
                    <p class="onpaper">The first {counted(table.items.length, "colorway")} of these.</p>
                  )}
                  {mayExport && (
                    <ExportRows
                      of={JSON.stringify([asked, shownBrand])}
                      rows={async () => ({
                        brand_key: shownBrand!,
                        price_types: page.price_types,
                        price_lists: [list],
                        product_keys: await productsOf({ ...asked, brand_key: shownBrand! }, query),
                      })}
                      others={lists.filter(({ price_list }) => price_list !== list)}
                      problem={
                        shownBrand === undefined
                          ? "A price sheet is of one brand: choose it above."
                          : page.price_types.length === 0
                            ? "There is no price type yet."
                            : undefined
                      }
                    />
                  )}
                </>
              )
            }
          </Answer>
        )}
      </section>
      {mayWrite && (
        <DraftPanel
          {...{ draft, from, colorways, previews, unseen, currency, effective_until, zoneOf, chosen }}
          shown={{ list, lists, name: known?.name ?? list, currency: known?.currency ?? currency }}
          waiting={lists.flatMap(({ price_list, name }) => {
            const count = price_list === list ? 0 : countWaiting(organization, price_list)
            return count === 0 ? [] : { price_list, name, count }
          })}
          onFrom={(from) => {
            draft.say({ from })
            if (hasWholeYear(from)) keepDay(from)
          }}
          onChoose={setChosen}
        />
      )}
    </>
  )
}
