import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { api } from "../../app/api.ts"
import { useAsk } from "../../app/useAsk.ts"
import type { tableQuery } from "./tableQuery.ts"

export type TablePage = Awaited<ReturnType<typeof api.listColorwayPrices>>
export type Colorway = TablePage["items"][number]
export type Size = NonNullable<Colorway["sizes"]>[number]

const size = 100

/** The first page of colorways, and those behind it as they are asked for, each where the one before ended. */
export const useTable = (asked: ReturnType<typeof tableQuery>) => {
  const of = JSON.stringify(asked)
  const first = useAsk(
    `prices ${of}`,
    async () => {
      const pages = api.pages("listColorwayPrices", { ...asked, limit: size })[Symbol.asyncIterator]()
      const page = await pages.next()
      return { of, pages, page: page.value as TablePage }
    },
    { after: 120, fresh: false },
  )
  const [more, setMore] = useState<{ of?: unknown; items: ReadonlyArray<Colorway>; isEnd?: boolean }>({
    items: [],
  })
  const asking = useRef<unknown>(undefined)
  const { data } = first
  const own = more.of === data ? more : { items: [] }
  const items = data === undefined ? [] : [...data.page.items, ...own.items]
  const isEnd = data === undefined || own.isEnd === true || items.length >= data.page.total
  const askMore = useCallback(async () => {
    if (data === undefined || isEnd || asking.current === data) return
    asking.current = data
    try {
      const next = await data.pages.next()
      setMore((before) => {
        const known = before.of === data ? before.items : []
        return next.done
          ? { of: data, items: known, isEnd: true }
          : { of: data, items: [...known, ...(next.value as TablePage).items] }
      })
    } catch {
      // scrolled to again it is asked for again, from the page that is there
      first.again()
    } finally {
      asking.current = undefined
    }
  }, [data, isEnd])
  return { first, of: data?.of ?? "", page: data?.page, items, isEnd, askMore }
}

/** The sizes of opened colorways, as they are read. */
export const useSizes = (priceList: string, of: string) => {
  const [sizes, setSizes] = useState<ReadonlyMap<string, ReadonlyArray<Size> | "asked">>(new Map())
  useEffect(() => setSizes(new Map()), [of])
  const toggle = async (key: string, { product_key, color }: Colorway) => {
    if (sizes.has(key)) return setSizes((known) => new Map([...known].filter(([each]) => each !== key)))
    setSizes((known) => new Map(known).set(key, "asked"))
    const asked = { price_list: priceList, product_key, color, sizes: true, limit: 200 }
    try {
      const { items } = await api.listColorwayPrices(asked)
      const found = items.find((each) => each.color === color)?.sizes ?? []
      setSizes((known) => (known.has(key) ? new Map(known).set(key, found) : known))
    } catch {
      setSizes((known) => new Map([...known].filter(([each]) => each !== key)))
    }
  }
  return { sizes, toggle }
}
