import { basePriceList } from "../kernel/basePriceList.ts"
import { mostFaults } from "../kernel/CallLimits.ts"
import type { InvalidField } from "../kernel/errors.ts"
import { dateFault, valueFault } from "../kernel/faults.ts"
import { controlFault } from "../kernel/keyFault.ts"
import { effectiveInstant } from "../kernel/rules/effectiveInstant.ts"
import { isStorable } from "../kernel/storable.ts"
import type { ChangeLine, OnNoReturn } from "./PriceChange.ts"
import type { TimedChangeLine } from "./rules/changeSteps.ts"

/** Bytes in UTF-8: as many as an imported one may have. */
const mostBytes = 500

/** The digits of an amount are kept for each variant: six characters of a request, `1e-998`, are a thousand of them. */
const mostDigits = 100

const noAmount = `amount should have at most ${mostDigits} digits`

const noEndOfEnding =
  "what ends a price should have no effective_until: a line from then on says what holds after it"

const noType = `price_type should have at most ${mostBytes} bytes, without control characters and halves of surrogate pairs`

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
 * that cannot be kept or an endless amount, at its place under `loc`.
 */
export const timedChangeLines = (
  lines: ReadonlyArray<ChangeLine>,
  timeZone: string,
  loc: ReadonlyArray<string | number>,
  onNoReturn: OnNoReturn,
): { readonly timed: ReadonlyArray<TimedChangeLine>; readonly faults: ReadonlyArray<InvalidField> } => {
  const faults: Array<InvalidField> = []
  const timed = lines.map((line, index): TimedChangeLine => {
    const { ends, variant_keys, ...rest } = line
    const { effective_from, effective_until, price_type, amount } = rest
    const add = (name: keyof typeof rest, faultOf: (at: InvalidField["loc"]) => InvalidField) => {
      if (faults.length < mostFaults) faults.push(faultOf([...loc, index, name]))
    }
    const refuse = (name: keyof typeof rest, problem: string) =>
      add(name, (at) => valueFault(at, rest[name], problem))
    const instantOf = (name: "effective_from" | "effective_until", text: string) => {
      const instant = effectiveInstant(text, timeZone)
      if (instant === undefined) add(name, (at) => dateFault(at, text))
      return instant ?? Number.NaN
    }
    const effective_at = instantOf("effective_from", effective_from)
    const until_at = effective_until === null ? null : instantOf("effective_until", effective_until)
    if (until_at !== null && until_at <= effective_at)
      refuse("effective_until", "effective_until should be after effective_from")
    else if (until_at !== null && !Number.isNaN(until_at) && ends !== undefined)
      refuse("effective_until", noEndOfEnding)
    if (amount !== null && amount.length > mostDigits && amount.replace(".", "").length > mostDigits)
      refuse("amount", noAmount)
    if (!isStorable(price_type) || !isShort(price_type) || controlFault(price_type) !== undefined)
      refuse("price_type", noType)
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
