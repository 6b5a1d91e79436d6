import type { PriceBatch } from "@hangtag/client"
import { api } from "../../app/api.ts"
import { readPages } from "../../app/readPages.ts"
import { type Asked, useAsk } from "../../app/useAsk.ts"

export type Moment = Awaited<ReturnType<typeof api.listBatchMoments>>["items"][number]

/** What a batch does when: a row an instant, price type and price list. */
export interface Moments {
  readonly items: ReadonlyArray<Moment>
  readonly total: number
}

/** Rows that are read at most: of more the sheet for dealers is read. */
const most = 1_000

/** The moments of a batch, the first thousand; null asks nothing. */
export const useMoments = (batch: PriceBatch | null | undefined): Asked<Moments> =>
  useAsk(batch ? `goes live ${batch.key} ${batch.status} ${JSON.stringify(batch.counts)}` : null, (signal) =>
    readPages(api.pages("listBatchMoments", { batch_key: batch!.key, limit: 200 }, { signal }), most),
  )
