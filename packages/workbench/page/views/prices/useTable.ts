import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { api } from "../../app/api.ts"
import { useAsk } from "../../app/useAsk.ts"
import type { tableQuery } from "./tableQuery.ts"

export type TablePage = Awaited<ReturnType<typeof api.listColorwayPrices>>
export type Colorway = TablePage["items"][number]
export type Size = NonNullable<Colorway["sizes"]>[number]

/** A colorway, or a size of one that is open. */
export type Row =
  | { readonly item: Colorway; readonly size?: undefined }
  | { readonly item: Colorway; readonly size: Size | "asked"; readonly among: ReadonlyArray<string> }

/** What a size is called beside others of its colorway. */
export const sizeName = ({ size, width }: Size): string =>
  [size, width].filter((each) => each !== "").join(" ") || "–"

const size = 100

/** The colorways of an answer's first page and of those behind it. */
interface More {
  readonly of: unknown
  items: ReadonlyArray<Colorway>
  isEnd: boolean
  asking: Promise<void> | undefined
}

/** The first page of colorways, and those behind it as they are asked for, each where the one before ended. */
export const useTable = (asked: ReturnType<typeof tableQuery>, isAsked = true) => {
  const of = JSON.stringify(asked)
  const list = asked.price_list ?? "base"
  const answer = useAsk(
    isAsked ? `prices ${of}` : null,
    async () => {
      const pages = api.pages("listColorwayPrices", { ...asked, limit: size })[Symbol.asyncIterator]()
      const page = await pages.next()
      return { of, list, pages, page: page.value as TablePage }
    },
    { after: 120, fresh: false },
  )
  // what is known stays while the next is awaited, but for prices of another list
  const first = { ...answer, data: isAsked && answer.data?.list === list ? answer.data : undefined }
  const more = useRef<More>({ of: undefined, items: [], isEnd: false, asking: undefined })
  const [, redraw] = useState(0)
  const { data } = first
  if (more.current.of !== data)
    more.current = { of: data, items: data?.page.items ?? [], isEnd: false, asking: undefined }
  const own = more.current
  if (data !== undefined && own.items.length >= data.page.total) own.isEnd = true
  const askMore = useCallback(async () => {
    if (data === undefined || own.isEnd) return
    own.asking ??= data.pages.next().then(
      (next) => {
        own.isEnd = next.done === true
        if (!next.done) own.items = [...own.items, ...(next.value as TablePage).items]
      },
      // scrolled to again it is asked for again, from the page that is there
      () => first.again(),
    )
    await own.asking
    own.asking = undefined
    redraw((count) => count + 1)
  }, [own])
  /** The first `count`, or all where there are fewer. */
  const read = async (count: number): Promise<ReadonlyArray<Colorway>> => {
    for (let known = -1; known < own.items.length && own.items.length < count; ) {
      known = own.items.length
      await askMore()
    }
    return own.items
  }
  return { first, of: data?.of ?? "", page: data?.page, items: own.items, isEnd: own.isEnd, askMore, read }
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
