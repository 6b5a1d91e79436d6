import { api } from "../../app/api.ts"
import { someAtATime } from "../../app/someAtATime.ts"

/** Pages of 200 that are read for names at most. */
const mostPages = 20

/** Names that are looked up one by one behind those pages at most, some at a time. */
const mostAlone = 400

/** The names of what is looked for, by key: from page after page, and what is beyond those one by one. */
const namesOf = async <Item>(
  pages: AsyncIterable<{ readonly items: ReadonlyArray<Item> }>,
  entry: (item: Item) => readonly [key: string, name: string | null],
  wanted: ReadonlySet<string>,
  nameOf: (key: string) => Promise<string | null>,
): Promise<ReadonlyMap<string, string>> => {
  const names = new Map<string, string>()
  const missing = new Set(wanted)
  if (missing.size === 0) return names
  let read = 0
  for await (const { items } of pages) {
    for (const [key, name] of items.map(entry)) if (missing.delete(key) && name !== null) names.set(key, name)
    if (missing.size === 0 || ++read === mostPages) break
  }
  await someAtATime([...missing].slice(0, mostAlone), async (key) => {
    // of what is gone there is the key
    const name = await nameOf(key).catch(() => null)
    if (name !== null) names.set(key, name)
  })
  return names
}

export const productNames = (keys: ReadonlySet<string>, brand_key: string, signal: AbortSignal) =>
  namesOf(
    api.pages("listProducts", { limit: 200, ...(brand_key && { brand_key }) }, { signal }),
    ({ product_key, name }) => [product_key, name],
    keys,
    async (product_key) => (await api.getProduct({ product_key, limit: 1 }, { signal })).name,
  )

export const batchNames = (keys: ReadonlySet<string>, signal: AbortSignal) =>
  namesOf(
    api.pages("listPriceBatches", { limit: 200, status: "published" }, { signal }),
    ({ key, name }) => [key, name],
    keys,
    async (key) => (await api.getPriceBatch({ batch_key: key }, { signal })).name,
  )
