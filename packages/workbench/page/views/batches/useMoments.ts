import type { PriceBatch } from "@hangtag/client"
import { api } from "../../app/api.ts"
import { type Asked, useAsk } from "../../app/useAsk.ts"

export type Moment = Awaited<ReturnType<typeof api.listBatchMoments>>["items"][number]

/** What a batch does when: a row an instant, price type and price list. */
export interface Moments {
  readonly items: ReadonlyArray<Moment>
  readonly total: number
}

/** Rows that are read at most: of more the change sheet is read. */
const most = 1_000

const readMoments = async (key: string, signal: AbortSignal): Promise<Moments> => {
  const items: Array<Moment> = []
  let total = 0
  for await (const page of api.pages("listBatchMoments", { batch_key: key, limit: 200 }, { signal })) {
    items.push(...page.items)
    total = page.total
    if (items.length >= most) break
  }
  return { items, total }
}

/** The moments of a batch, the first thousand; null asks nothing. */
export const useMoments = (batch: PriceBatch | null | undefined): Asked<Moments> =>
  useAsk(batch ? `goes live ${batch.key} ${batch.status} ${JSON.stringify(batch.counts)}` : null, (signal) =>
    readMoments(batch!.key, signal),
  )
