import { basePriceList } from "../kernel/basePriceList.ts"
import { mostFaults } from "../kernel/CallLimits.ts"
import type { InvalidField } from "../kernel/errors.ts"
import { controlFault } from "../kernel/keyFault.ts"
import { effectiveInstant } from "../kernel/rules/effectiveInstant.ts"
import { isStorable } from "./PriceBatch.ts"
import type { ChangeLine, OnNoReturn } from "./PriceChange.ts"
import type { TimedChangeLine } from "./rules/changeSteps.ts"

/** Bytes in UTF-8: as many as an imported one may have. */
const mostBytes = 500

/** The digits of an amount are kept for each variant: six characters of a request, `1e-998`, are a thousand of them. */
const mostDigits = 100

const noAmount = `Value error, amount should have at most ${mostDigits} digits`

const noEndOfEnding =
  "Value error, what ends a price should have no effective_until: a line from then on says what holds after it"

const noType = `Value error, price_type should have at most ${mostBytes} bytes, without control characters and halves of surrogate pairs`

const returnOf = { refuse: null, skip: "skip", end: "none" } as const satisfies Record<
  OnNoReturn,
  TimedChangeLine["return"]
>

/** No character has more than three bytes for each of its units. */
const isShort = (text: string): boolean =>
  text.length * 3 <= mostBytes ||
  (text.length <= mostBytes && new TextEncoder().encode(text).byteLength <= mostBytes)

/**
 * The lines with their instants in the brand's zone, and what is no date, ends before it begins, or is of a price type
 * that cannot be kept or an endless amount, at its place under `loc`. Of many lines a part at a time, each `from` its place.
 */
export const timedChangeLines = (
  lines: ReadonlyArray<ChangeLine>,
  timeZone: string,
  loc: ReadonlyArray<string | number>,
  onNoReturn: OnNoReturn,
  from = 0,
): { readonly timed: ReadonlyArray<TimedChangeLine>; readonly faults: ReadonlyArray<InvalidField> } => {
  const faults: Array<InvalidField> = []
  const fault = (
    index: number,
    name: "effective_from" | "effective_until" | "price_type" | "amount",
    type: string,
    msg: string,
  ) => {
    if (faults.length < mostFaults)
      faults.push({ loc: [...loc, from + index, name], type, msg, input: lines[index]![name] })
  }
  const timed = lines.map((line, index): TimedChangeLine => {
    const { ends, variant_keys, ...rest } = line
    const { effective_from, effective_until, price_type, amount } = rest
    const effective_at = effectiveInstant(effective_from, timeZone) ?? Number.NaN
    const until_at =
      effective_until === null ? null : (effectiveInstant(effective_until, timeZone) ?? Number.NaN)
    const noDate = "Input should be an ISO 8601 date or date-time"
    if (Number.isNaN(effective_at)) fault(index, "effective_from", "datetime_from_date_parsing", noDate)
    if (Number.isNaN(until_at)) fault(index, "effective_until", "datetime_from_date_parsing", noDate)
    else if (until_at !== null && until_at <= effective_at)
      fault(
        index,
        "effective_until",
        "value_error",
        "Value error, effective_until should be after effective_from",
      )
    else if (until_at !== null && ends !== undefined)
      fault(index, "effective_until", "value_error", noEndOfEnding)
    if (amount !== null && amount.length > mostDigits && amount.replace(".", "").length > mostDigits)
      fault(index, "amount", "value_error", noAmount)
    if (!isStorable(price_type) || !isShort(price_type) || controlFault(price_type) !== undefined)
      fault(index, "price_type", "value_error", noType)
    return {
      price_list: basePriceList,
      ...rest,
      ...(ends !== undefined && { ending: ends }),
      ...(variant_keys !== undefined && { only: new Set(variant_keys) }),
      return: line.return ?? returnOf[onNoReturn],
      effective_at,
      until_at,
    }
  })
  return { timed, faults }
}
