import type { PriceBatch } from "@hangtag/client"
import { pathOf } from "../../app/address.ts"
import { useMaySee } from "../../app/caller.ts"
import { listMember } from "../../app/listMember.ts"
import type { ListNames } from "../../app/priceLists.ts"
import type { Asked } from "../../app/useAsk.ts"
import { counted, showCount, showRange } from "../../format/decimal.ts"
import { localTime, showInstant, showZone } from "../../format/time.ts"
import { Headings } from "../../parts/Headings.tsx"
import { Link } from "../../parts/Link.tsx"
import { Answer, Empty } from "../../parts/States.tsx"
import { TypeInList } from "../../parts/TypeInList.tsx"
import type { Moment, Moments } from "./useMoments.ts"

/** Of what begins there, and which of both ends: what the list above has is shown in place of a price that falls back. */
const amountsOf = (
  { least_amount, greatest_amount, price_list, ends }: Moment,
  { currencyOf }: ListNames,
): string =>
  [
    ...(least_amount === null || greatest_amount === null
      ? []
      : [showRange({ least_amount, greatest_amount }, currencyOf(price_list))]),
    ...ends.map((each) => (each === "fall_back" ? "no price of its own" : "not offered")),
  ].join(", ") || "–"

interface GoesLiveProps {
  readonly batch: PriceBatch
  readonly moments: Asked<Moments>
  readonly zone: string
  readonly lists: ListNames
  readonly isTakenBack: boolean
}

const titleOf = (
  { status, counts }: PriceBatch,
  moments: ReadonlyArray<Moment> = [],
  isTakenBack: boolean,
): string => {
  const isOver = status === "published" && moments.every(({ at }) => Date.parse(at) <= Date.now())
  const onlyWithdraws = counts.records === 0 && counts.withdrawals > 0
  if (status === "discarded") return onlyWithdraws ? "What would not have come" : "What would have gone live"
  if (isTakenBack && !isOver) return onlyWithdraws ? "What was not to come" : "What was to go live when"
  if (onlyWithdraws) return isOver ? "What did not come" : "What will not come"
  return isOver ? "What went live when" : "What goes live when"
}

/** What of a batch begins when: one row an instant, price type and price list, added up from all of it. */
export const GoesLive = ({ batch, moments, zone, lists, isTakenBack }: GoesLiveProps) => {
  const [sets, withdraws] = [batch.counts.records > 0, batch.counts.withdrawals > 0]
  const numbers = [
    ...(sets ? ["Amount", "Variants"] : []),
    ...(withdraws ? [sets ? "Will not come" : "Prices"] : []),
  ]
  const title = titleOf(batch, moments.data?.items, isTakenBack)
  const mayLookAhead = useMaySee("upcoming")
  const next =
    batch.status === "published" && !isTakenBack && batch.brand_key !== null && mayLookAhead
      ? moments.data?.items.find(({ at, records }) => records > 0 && Date.parse(at) > Date.now())
      : undefined
  return (
    <section class="panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <p>
          {showZone(zone)}
          {batch.status === "open" && batch.reverts !== null && " · as planned when it was made"}
          {next !== undefined && (
            <>
              {" · "}
              <Link
                href={pathOf("upcoming", {
                  brand: batch.brand_key!,
                  month: localTime(Date.parse(next.at), zone).date.slice(0, 7),
                  ...listMember(next.price_list),
                })}
              >
                See it among what goes live next
              </Link>
            </>
          )}
        </p>
      </header>
      <Answer of={moments} label="Adding up">
        {({ items, total }) =>
          items.length === 0 ? (
            <Empty title="Nothing">
              <p>
                {batch.status === "open"
                  ? "There is no price in it yet."
                  : "All that it set was taken back, or its drafts were withdrawn."}
              </p>
            </Empty>
          ) : (
            <div class="scroll tall" tabIndex={0} role="region" aria-label="Moments">
              <table class="table">
                <Headings names={["From", "Price type", ...numbers]} numbers={numbers} />
                <tbody>
                  {items.map((moment) => (
                    <tr key={`${moment.at} ${moment.price_type} ${moment.price_list}`}>
                      <td class="day">{showInstant(Date.parse(moment.at), zone)}</td>
                      <td>
                        <TypeInList type={moment.price_type} list={lists.nameOf(moment.price_list)} />
                      </td>
                      {sets && (
                        <>
                          <td class="number">
                            <b>{amountsOf(moment, lists)}</b>
                          </td>
                          <td class="number">{moment.records === 0 ? "–" : showCount(moment.records)}</td>
                        </>
                      )}
                      {withdraws && (
                        <td class="number">
                          {moment.withdrawals === 0
                            ? "–"
                            : sets
                              ? counted(moment.withdrawals, "price")
                              : showCount(moment.withdrawals)}
                        </td>
                      )}
                    </tr>
                  ))}
                </tbody>
              </table>
              {total > items.length && (
                <p class="state">
                  The first {showCount(items.length)} of {showCount(total)} rows; “Sheet for dealers” has all
                  of them.
                </p>
              )}
            </div>
          )
        }
      </Answer>
    </section>
  )
}
