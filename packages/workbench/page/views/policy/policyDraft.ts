import type { PricePolicyRequest } from "@hangtag/client"
import { namesIn } from "../../format/pasted.ts"
import { effectiveMillis, hasWholeYear } from "../../format/time.ts"
import { decimalFault, typedDecimal } from "../../format/typedDecimal.ts"
import type { Policy } from "../../policy/usePolicy.ts"

/** A policy as it is typed. */
export interface Draft {
  readonly notice: string
  readonly increase: string
  readonly decrease: string
  readonly mapAtMostMsrp: boolean
  readonly endings: string
  readonly blackouts: Policy["blackouts"]
  readonly types: string
  readonly enforcement: Policy["enforcement"]
}

export const draftOf = (policy: Policy): Draft => ({
  notice: policy.notice_days === null ? "" : String(policy.notice_days),
  increase: policy.max_increase_percent ?? "",
  decrease: policy.max_decrease_percent ?? "",
  mapAtMostMsrp: policy.map_at_most_msrp,
  endings: (policy.endings ?? []).join(", "),
  blackouts: policy.blackouts,
  types: (policy.price_types ?? []).join(", "),
  enforcement: policy.enforcement,
})

/** Endings stand apart by spaces, or by commas before a space: `0,95, 9,95` are two. */
const endingsIn = (text: string): ReadonlyArray<string> =>
  text
    .split(/,\s|[\s;]/)
    .map((each) => each.replace(/,$/, ""))
    .filter((each) => each !== "")

const withoutSign = (text: string): string => text.replace("%", "")

const percentFault = (text: string): string | undefined =>
  text.trim() === ""
    ? undefined
    : typedDecimal(withoutSign(text))?.startsWith("-")
      ? "0 or more"
      : decimalFault(withoutSign(text), "10.5")

const blackoutFault = ({ from, until }: Draft["blackouts"][number], zone: string): string | undefined => {
  const [begins, ends] = [effectiveMillis(from, zone), effectiveMillis(until, zone)]
  if (begins === undefined || ends === undefined)
    return "Choose its first day, and the day on which it is over"
  if (!hasWholeYear(from) || !hasWholeYear(until)) return "Write years with four digits"
  return begins < ends ? undefined : "It has to be over after it begins"
}

/** What is wrong with what is typed, by the field's name; blackouts by their place. */
export const faultsIn = (draft: Draft, zone: string): ReadonlyMap<string, string> => {
  const notice = draft.notice.trim()
  const ending = endingsIn(draft.endings).find(
    (each) => !/^\d{1,9}(\.\d{1,9})?$/.test(typedDecimal(each) ?? ""),
  )
  const found: ReadonlyArray<readonly [string, string | undefined]> = [
    [
      "notice",
      notice === "" || (/^\d{1,4}$/.test(notice) && Number(notice) <= 3650)
        ? undefined
        : "Whole days, 3650 at most",
    ],
    ["increase", percentFault(draft.increase)],
    ["decrease", percentFault(draft.decrease)],
    ["endings", ending === undefined ? undefined : `${ending} is no ending: write them like 0.95, 9.95`],
    ...draft.blackouts.map((each, index) => [`blackout ${index}`, blackoutFault(each, zone)] as const),
  ]
  return new Map(found.flatMap(([name, fault]) => (fault === undefined ? [] : [[name, fault]])))
}

const percentIn = (text: string) =>
  // digit by digit: the service reads texts too
  (text.trim() === "" ? null : (typedDecimal(withoutSign(text)) ?? null)) as unknown as number | null

/** The body that saves the draft. */
export const policyOf = (draft: Draft): PricePolicyRequest => {
  const [endings, types] = [endingsIn(draft.endings), namesIn(draft.types)]
  return {
    notice_days: draft.notice.trim() === "" ? null : Number(draft.notice),
    max_increase_percent: percentIn(draft.increase),
    max_decrease_percent: percentIn(draft.decrease),
    map_at_most_msrp: draft.mapAtMostMsrp,
    endings: endings.length === 0 ? null : endings.map((each) => typedDecimal(each)!),
    blackouts: draft.blackouts,
    price_types: types.length === 0 ? null : types,
    enforcement: draft.enforcement,
  }
}
