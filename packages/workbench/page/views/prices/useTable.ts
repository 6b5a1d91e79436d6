import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { api } from "../../app/api.ts"
import { useAsk } from "../../app/useAsk.ts"
import { tellError } from "../../parts/tellError.ts"
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
  /** Behind which the next page comes; null: there is none. */
  next: string | null
  asking: Promise<boolean> | undefined
}

/** The first page of colorways, and those behind it as they are asked for, each where the one before ended. */
export const useTable = (
  asked: ReturnType<typeof tableQuery>,
  isAsked: boolean,
  /** Reads what rows need to be shown. */
  before: (items: ReadonlyArray<Colorway>, signal?: AbortSignal) => Promise<void>,
) => {
  const of = JSON.stringify(asked)
  const list = asked.price_list ?? "base"
  const answer = useAsk(
    isAsked ? `prices ${of}` : null,
    async (signal) => {
      const input = { ...asked, limit: size }
      const page = await api.listColorwayPrices(input, { signal })
      await before(page.items, signal)
      return { of, list, input, page }
    },
    { after: 120, fresh: false },
  )
  // what is known stays while the next is awaited, but for prices of another list
  const first = { ...answer, data: isAsked && answer.data?.list === list ? answer.data : undefined }
  const more = useRef<More>({ of: undefined, items: [], next: null, asking: undefined })
  const [, redraw] = useState(0)
  const { data } = first
  if (more.current.of !== data)
    more.current = {
      of: data,
      items: data?.page.items ?? [],
      next: data?.page.next ?? null,
      asking: undefined,
    }
  const own = more.current
  /** Whether the next page is there; one that failed is asked for again once it is scrolled to again. */
  const askMore = useCallback(async (): Promise<boolean> => {
    if (data === undefined || own.next === null) return true
    const after = own.next
    const ask = async () => {
      try {
        const { items, next } = await api.listColorwayPrices({ ...data.input, after })
        await before(items)
        own.items = [...own.items, ...items]
        own.next = next
        redraw((count) => count + 1)
        return true
      } catch (error) {
        tellError(error as Error)
        return false
      }
    }
    own.asking ??= ask()
    const isThere = await own.asking
    own.asking = undefined
    return isThere
  }, [own])
  /** The first `count`, or all where there are fewer; undefined where they cannot be read. */
  const read = async (count: number): Promise<ReadonlyArray<Colorway> | undefined> => {
    while (own.next !== null && own.items.length < count) if (!(await askMore())) return undefined
    return own.items
  }
  return {
    first,
    of: data?.of ?? "",
    page: data?.page,
    items: own.items,
    isEnd: own.next === null,
    askMore,
    read,
  }
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
    } catch (error) {
      tellError(error)
      setSizes((known) => new Map([...known].filter(([each]) => each !== key)))
    }
  }
  return { sizes, toggle }
}
