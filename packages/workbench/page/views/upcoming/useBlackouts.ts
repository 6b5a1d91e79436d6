import { useMemo } from "preact/hooks"
import type { api } from "../../app/api.ts"
import { useAsk } from "../../app/useAsk.ts"
import { blackoutOn, blackoutSpans } from "../../policy/blackoutSpans.ts"
import { readPolicy } from "../../policy/usePolicy.ts"

type Brand = Awaited<ReturnType<typeof api.listBrands>>["items"][number]

/** Policies that are read at most, some at a time. */
const most = 200
const atATime = 8

/** What of blackouts a day has, in the zone of each brand; of several brands it names them. */
export const useBlackouts = (brands: ReadonlyArray<Brand>): ((day: string) => string | undefined) => {
  const shown = brands.slice(0, most)
  const policies = useAsk(
    shown.length === 0 ? null : `policies ${shown.map(({ brand_key }) => brand_key).join(" ")}`,
    async (signal) => {
      const read: Array<{ readonly brand: Brand; readonly spans: ReturnType<typeof blackoutSpans> }> = []
      for (let at = 0; at < shown.length; at += atATime)
        read.push(
          ...(await Promise.all(
            shown.slice(at, at + atATime).map(async (brand) => {
              const { policy } = await readPolicy(brand.brand_key, signal)
              return { brand, spans: blackoutSpans(policy.blackouts, brand.time_zone) }
            }),
          )),
        )
      return read
    },
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
