import type { PricePolicy } from "@hangtag/client"
import { api } from "../app/api.ts"
import type { Exact } from "../app/exactAmounts.ts"
import { type Asked, useAsk } from "../app/useAsk.ts"
import { dayFromNow } from "../format/time.ts"

export type Policy = Exact<PricePolicy>

/** A policy, and the `ETag` that a change of it names. */
export interface BrandPolicy {
  readonly policy: Policy
  readonly etag: string | undefined
}

/** A policy as a call answers it. */
export const withEtag = async (
  call: (onResponse: (response: Response) => void) => Promise<Policy>,
): Promise<BrandPolicy> => {
  let etag: string | undefined
  const policy = await call(({ headers }) => {
    etag = headers.get("etag") ?? undefined
  })
  return { policy, etag }
}

export const readPolicy = (brand_key: string, signal?: AbortSignal): Promise<BrandPolicy> =>
  withEtag((onResponse) => api.getPricePolicy({ brand_key }, { onResponse, ...(signal && { signal }) }))

/** The policy of a brand; null asks nothing. */
export const usePolicy = (brand: string | null): Asked<BrandPolicy> =>
  useAsk(brand === null ? null : `policy ${brand}`, (signal) => readPolicy(brand!, signal))

/** The first day on which a price may begin: not today, which has begun, and as late as the notice asks for. */
export const firstDay = (policy: Pick<Policy, "notice_days"> | undefined, zone: string): string =>
  dayFromNow(Math.max(1, policy?.notice_days ?? 0), zone)
