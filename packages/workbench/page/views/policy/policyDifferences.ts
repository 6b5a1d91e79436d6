import { showEffective } from "../../format/time.ts"
import type { Policy } from "../../policy/usePolicy.ts"

/** The policy of a brand that was given none. */
export const noPolicy: Policy = {
  notice_days: null,
  max_increase_percent: null,
  max_decrease_percent: null,
  map_at_most_msrp: true,
  endings: null,
  blackouts: [],
  price_types: null,
  enforcement: "warn",
}

const percent = (value: string | null) => (value === null ? "none" : `${value} %`)
const listed = (values: ReadonlyArray<string> | null, none: string) =>
  values === null ? none : values.join(", ") || "nothing"

const facts: ReadonlyArray<readonly [name: string, of: (policy: Policy) => string]> = [
  ["Days of notice", ({ notice_days }) => String(notice_days ?? "none")],
  ["Most increase", ({ max_increase_percent }) => percent(max_increase_percent)],
  ["Most decrease", ({ max_decrease_percent }) => percent(max_decrease_percent)],
  ["MAP at most MSRP", ({ map_at_most_msrp }) => (map_at_most_msrp ? "yes" : "no")],
  ["Endings", ({ endings }) => listed(endings, "any")],
  ["Price types", ({ price_types }) => listed(price_types, "those in use")],
  ["What breaks a rule", ({ enforcement }) => (enforcement === "block" ? "is blocked" : "is warned of")],
]

/** What of a policy is other than before, in words: "Days of notice: none → 30". */
export const policyDifferences = (before: Policy, after: Policy, zone: string): ReadonlyArray<string> => {
  const blackoutsOf = ({ blackouts }: Policy) =>
    blackouts.map(
      ({ from, until, reason }) =>
        `${showEffective(from, zone)} until ${showEffective(until, zone)}${reason && ` (${reason})`}`,
    )
  const [had, has] = [new Set(blackoutsOf(before)), new Set(blackoutsOf(after))]
  return [
    ...facts.flatMap(([name, of]) =>
      of(before) === of(after) ? [] : [`${name}: ${of(before)} → ${of(after)}`],
    ),
    ...[...has].filter((each) => !had.has(each)).map((each) => `Blackout added: ${each}`),
    ...[...had].filter((each) => !has.has(each)).map((each) => `Blackout removed: ${each}`),
  ]
}
