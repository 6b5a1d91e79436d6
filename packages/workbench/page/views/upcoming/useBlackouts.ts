import type { Brand } from "@hangtag/client"
import { useMemo } from "preact/hooks"
import { someAtATime } from "../../app/someAtATime.ts"
import { useAsk } from "../../app/useAsk.ts"
import { blackoutOn, blackoutSpans } from "../../policy/blackoutSpans.ts"
import { readPolicy } from "../../policy/usePolicy.ts"

/** Policies that are read at most. */
export const mostPolicies = 40

/** What of blackouts a day has, in the zone of each brand; of several brands it names them. */
export const useBlackouts = (brands: ReadonlyArray<Brand>): ((day: string) => string | undefined) => {
  const shown = brands.slice(0, mostPolicies)
  const policies = useAsk(
    shown.length === 0 ? null : `policies ${shown.map(({ brand_key }) => brand_key).join(" ")}`,
    (signal) =>
      someAtATime(shown, async (brand) => {
        const { policy } = await readPolicy(brand.brand_key, signal)
        return { brand, spans: blackoutSpans(policy.blackouts, brand.time_zone) }
      }),
  )
  return useMemo(() => {
    const read = (policies.data ?? []).filter(({ spans }) => spans.length > 0)
    return (day) => {
      const found = read.flatMap(({ brand, spans }) => {
        const text = blackoutOn(spans, day, brand.time_zone)
        return text === undefined ? [] : [brands.length > 1 ? `${brand.name}: ${text}` : text]
      })
      return found.length === 0 ? undefined : found.join("; ")
    }
  }, [policies.data, brands.length])
}
