import type { Caller } from "@hangtag/client"
import { pathOf } from "../app/address.ts"
import { api } from "../app/api.ts"
import { maySee } from "../app/caller.ts"
import { counted, showCount } from "../format/decimal.ts"
import { isolated } from "../format/isolated.ts"
import { matchesWords } from "../format/search.ts"
import type { Option } from "../parts/Combo.tsx"

/** Of each kind at most. */
const most = 6

/** A view that the caller may see. */
export interface Seen {
  readonly name: string
  readonly title: string
}

interface Place extends Option {
  readonly path: string
}

interface Found {
  readonly one: string
  readonly many: string
  readonly group: string
  readonly items: ReadonlyArray<Place>
}

const titled = (
  name: string,
  {
    items,
    ...page
  }: Exclude<Parameters<typeof showCount>[0], number> & { readonly items: ReadonlyArray<unknown> },
): string => (page.total > items.length ? `${name}, the first ${items.length} of ${showCount(page)}` : name)

/** What has the whole text as its key comes first. */
const sameFirst = (text: string, places: ReadonlyArray<Place>): ReadonlyArray<Place> =>
  places.toSorted((a, b) => Number(b.key === text) - Number(a.key === text))

const viewsLike = (views: ReadonlyArray<Seen>, text: string): Found => ({
  one: "view",
  many: "views",
  group: "Views",
  items: views
    .filter(({ title }) => matchesWords(text, [title]))
    .map(({ name, title }) => ({ key: name, name: title, path: pathOf(name) })),
})

const productsLike = async (search: string, signal: AbortSignal): Promise<Found> => {
  const page = await api.listProducts({ search, limit: most }, { signal })
  return {
    one: "product",
    many: "products",
    group: titled("Products", page),
    items: page.items.map(({ brand_key, product_key, name, colorway_count }) => ({
      key: product_key,
      name,
      note: `${product_key} · ${counted(colorway_count, "color")}`,
      path: pathOf("price-change", { brand: brand_key, product: product_key }),
    })),
  }
}

/** SKUs by a part of them, of all products: those that the search finds by it are few. */
const skusLike = async (text: string, signal: AbortSignal): Promise<Found> => {
  const asked = { search: text, sku: text, sizes: true, limit: most }
  const page = await api.listColorwayPrices(asked, { signal })
  const found = page.items.flatMap(({ brand_key, product_key, name, color, sizes }) =>
    (sizes ?? [])
      .filter(({ variant_key }) => matchesWords(text, [variant_key]))
      .map(({ variant_key, size, width }) => ({
        key: variant_key,
        name: variant_key,
        note: [name, color, size, width].filter(Boolean).map(isolated).join(", "),
        path: pathOf("price-change", { brand: brand_key, product: product_key, color }),
      })),
  )
  const areMore = found.length > most || page.total > page.items.length
  return {
    one: "SKU",
    many: "SKUs",
    group: areMore ? `SKUs, the first ${Math.min(most, found.length)}` : "SKUs",
    items: sameFirst(text, found).slice(0, most),
  }
}

const batchesLike = async (search: string, signal: AbortSignal): Promise<Found> => {
  const page = await api.listPriceBatches({ search, limit: most }, { signal })
  return {
    one: "batch",
    many: "batches",
    group: titled("Batches", page),
    items: page.items.map(({ key, name, status }) => ({
      key,
      name: name ?? key,
      note: name === null ? status : `${key} · ${status}`,
      path: pathOf("batches", { key }),
    })),
  }
}

/** What a text finds of all that has a place on the page and that the caller may see; without a text the views. */
export const findPlaces = async (
  caller: Caller,
  views: ReadonlyArray<Seen>,
  text: string,
  signal: AbortSignal,
) => {
  const mayChange = text !== "" && maySee(caller, "price-change")
  const found = await Promise.all([
    viewsLike(views, text),
    ...(mayChange ? [productsLike(text, signal)] : []),
    ...(mayChange && maySee(caller, "prices") ? [skusLike(text, signal)] : []),
    ...(text !== "" && maySee(caller, "batches") ? [batchesLike(text, signal)] : []),
  ])
  const isNamed = ({ items }: Found) => items.some(({ key }) => key === text)
  const items = found
    .toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
    .flatMap(({ group, items }) => sameFirst(text, items).map((item) => ({ ...item, group })))
  const counts = found.flatMap(({ one, many, items }) =>
    items.length === 0 ? [] : counted(items.length, one, many),
  )
  return { items, total: counts.join(", ") || "nothing" }
}
