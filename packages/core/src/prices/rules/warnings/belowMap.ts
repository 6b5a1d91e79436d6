import type { Amount } from "../../../kernel/Amount.ts"
import type { Instant } from "../../../kernel/Instant.ts"
import { isAbove } from "../../../kernel/rules/amountRules.ts"
import { saysSame } from "../../PriceRecord.ts"
import type { TimedLine } from "../futureRecords.ts"
import { type Course, highestAmount, lastLineBy, nextBegin, nextShown, shownAt } from "../priceCourse.ts"
import { isReturn, recordAt } from "../standing.ts"

/** The highest MAP above an amount of MSRP from an instant on, until an end. */
const mapAbove = (amount: Amount, map: Course, at: Instant, end: Instant) => {
  const highest = highestAmount(map, at, end)
  return highest !== undefined && isAbove(highest, amount) ? highest : undefined
}

/**
 * The highest MAP above an MSRP line while the line is in force: from its instant on, and wherever a temporary MSRP returns
 * to it. `isTaken`: another one takes over at once.
 */
export const mapAboveLine = (line: TimedLine, msrp: Course, map: Course, isTaken: boolean) => {
  const { amount, effective_at } = line
  const isBack = (at: Instant): boolean => {
    const record = recordAt(msrp.records, at)
    const last = lastLineBy(msrp.lines, at)
    if (last !== undefined && (record === undefined || last.effective_at >= record.effective_at))
      return last === line
    return record?.effective_at === effective_at && saysSame(record, { amount })
  }
  const ends = msrp.records.filter((record) => isReturn(record) && record.effective_at > effective_at)
  const endOf = (at: Instant) => nextBegin(msrp.records, msrp.lines, at)
  const above = [
    mapAbove(amount, map, effective_at, isTaken ? effective_at : endOf(effective_at)),
    ...ends.map(({ effective_at: at }) => (isBack(at) ? mapAbove(amount, map, at, endOf(at)) : undefined)),
  ]
  return above.reduce((highest, each) =>
    highest === undefined || (each !== undefined && isAbove(each, highest)) ? each : highest,
  )
}

/** The MSRP that is shown from an instant on, and the highest MAP above that; undefined where none is. */
export const mapAboveShown = (at: Instant, msrp: Course, map: Course, otherwise: Amount | null = null) => {
  const amount = recordAt(msrp.records, at)?.amount ?? shownAt(msrp, at) ?? otherwise
  if (amount === null) return undefined
  const above = mapAbove(amount, map, at, nextShown(msrp, at))
  return above === undefined ? undefined : { map: above, msrp: amount }
}

/** The same once a temporary one ends. */
export const mapAboveReturn = (until: Instant, msrp: Course, map: Course) => {
  const back = msrp.records.find((record) => isReturn(record) && record.effective_at === until)
  return back && mapAboveShown(until, msrp, map, back.amount)
}
