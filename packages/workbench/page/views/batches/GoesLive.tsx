import type { PriceBatch } from "@hangtag/client"
import { api } from "../../app/api.ts"
import { useAsk } from "../../app/useAsk.ts"
import { counted, showAmount, showCount } from "../../format/decimal.ts"
import { effectiveMillis, showInstant, showZone } from "../../format/time.ts"
import { Answer, Empty } from "../../parts/States.tsx"

type Records = Awaited<ReturnType<typeof api.listBatchRecords>>

/** Records that are read for the summary; of a larger batch it says so. */
const most = 1_000

const firstRecords = async (key: string, signal: AbortSignal) => {
  const items: Array<Records["items"][number]> = []
  let total = 0
  for (let offset = 0; offset < most; offset += 200) {
    const page = await api.listBatchRecords({ key, offset, limit: 200 }, { signal })
    items.push(...page.items)
    total = page.total
    if (items.length >= total) break
  }
  return { items, total }
}

/** What of a batch begins when: one row an instant, price type and amount. */
export const GoesLive = ({ batch, zone }: { readonly batch: PriceBatch; readonly zone: string }) => {
  const records = useAsk(`goes live ${batch.key} ${batch.status} ${JSON.stringify(batch.counts)}`, (signal) =>
    firstRecords(batch.key, signal),
  )
  const words = {
    open: "What goes live when",
    published: "What went live when",
    discarded: "What would have gone live",
  }
  return (
    <section class="panel" aria-label={words[batch.status]}>
      <header>
        <h2>{words[batch.status]}</h2>
        <p>{showZone(zone)}</p>
      </header>
      <Answer of={records} label="Adding up">
        {({ items, total }) => {
          const rows = Map.groupBy(items, ({ effective_from, price_type, amount }) =>
            JSON.stringify([effectiveMillis(effective_from, zone) ?? effective_from, price_type, amount]),
          )
          const sorted = [...rows]
            .map(([key, group]) => ({ at: JSON.parse(key)[0] as number | string, group, first: group[0]! }))
            .sort((a, b) => Number(a.at) - Number(b.at))
          if (sorted.length === 0)
            return (
              <Empty title={batch.counts.withdrawals > 0 ? "Withdrawals only" : "Nothing in it"}>
                <p>
                  {batch.counts.withdrawals > 0
                    ? `${counted(batch.counts.withdrawals, "scheduled price")} will no longer come.`
                    : "Generate a price change into it, or discard it."}
                </p>
              </Empty>
            )
          return (
            <div class="scroll">
              <table class="table">
                <thead>
                  <tr>
                    <th scope="col">From</th>
                    <th scope="col">Price type</th>
                    <th scope="col" class="number">
                      Amount
                    </th>
                    <th scope="col" class="number">
                      Variants
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {sorted.slice(0, 100).map(({ at, group, first }) => (
                    <tr key={`${at} ${first.price_type} ${first.amount}`}>
                      <td>{typeof at === "number" ? showInstant(at, zone) : at}</td>
                      <td>{first.price_type}</td>
                      <td class="number">
                        <b>{showAmount(first.amount)}</b>
                      </td>
                      <td class="number">{showCount(group.length)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              {(total > items.length || sorted.length > 100) && (
                <p class="state">
                  Added up from the first {showCount(items.length)} of {showCount(total)} prices; all of them
                  are below.
                </p>
              )}
              {batch.counts.withdrawals > 0 && (
                <p class="state">{counted(batch.counts.withdrawals, "scheduled price")} will be withdrawn.</p>
              )}
            </div>
          )
        }}
      </Answer>
    </section>
  )
}
