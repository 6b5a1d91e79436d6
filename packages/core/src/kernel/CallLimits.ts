import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { LimitExceeded } from "./errors.ts"

/**
 * What one call may ask for at most, unless the host says otherwise (`CallLimits`): each with its default and with what
 * is counted. The rules plan a colorway, a timeline or a page in one go: at these defaults in some 50 ms.
 */
export const callLimits = {
  preview_lines: { default: 100, counts: "lines of a colorway" },
  preview_pairs: {
    default: 10_000,
    counts: "pairs of a line and a variant, or of a line and a future record of its price type",
  },
  preview_records: { default: 20_000, counts: "price records in force or to come of the colorway" },
  preview_warnings: { default: 2_000_000, counts: "characters of warnings" },
  timeline_records: { default: 10_000, counts: "variants, or price records of the variants" },
  policy_texts: { default: 100_000, counts: "characters in the texts of a policy" },
  change_lines: { default: 100_000, counts: "lines" },
  change_pairs: { default: 300_000, counts: "pairs of a line and a variant" },
  adjust_variants: { default: 100_000, counts: "variants" },
  change_records: { default: 1_000_000, counts: "price records of the variants" },
  sheet_rows: { default: 200_000, counts: "rows of a price sheet" },
  upcoming_records: { default: 10_000, counts: "price records that begin or end in a page's rows" },
  table_variants: { default: 200_000, counts: "variants whose prices are looked through" },
  table_records: { default: 20_000, counts: "price records in force or to come of a page's variants" },
  move_variants: { default: 50_000, counts: "variants compared" },
  fill_pairs: { default: 300_000, counts: "pairs of a variant and a price type" },
  fill_types: { default: 1_000, counts: "price types" },
  export_keys: { default: 100_000, counts: "product keys, labels and sources" },
  export_columns: { default: 16_384, counts: "columns" },
  export_fields: { default: 20_000, counts: "attributes and sub-fields of the catalog" },
  discovery_ids: { default: 10_000, counts: "discoveries to select" },
  search_text: { default: 1_000, counts: "characters of a text to search for" },
  record_offset: { default: 1_000_000, counts: "records to pass over" },
} as const

/** The limits of a call by their names. */
export type CallLimitName = keyof typeof callLimits

/** The most faults that an answer lists: a hostile megabyte holds 300,000, and no one reads more than these. */
export const mostFaults = 10_000

const defaults = Object.fromEntries(
  Object.entries(callLimits).map(([name, limit]) => [name, limit.default]),
) as Record<CallLimitName, number>

/** What one call may ask for at most. A host that wants others provides them: `Layer.succeed(CallLimits, { … })`. */
export const CallLimits = Context.Reference<Readonly<Record<CallLimitName, number>>>(
  "@hangtag/core/ports/CallLimits",
  {
    defaultValue: () => defaults,
  },
)

export const limitExceeded = (
  limit: CallLimitName,
  most: number,
  asked: number,
  loc: ReadonlyArray<string | number> = [],
): LimitExceeded => new LimitExceeded({ limit, most, asked, loc, counts: callLimits[limit].counts })

/** Reads as much as the limit lets one call have, and fails where `count` says that there is more. */
export const readWithin = <A, E, R>(
  limit: CallLimitName,
  read: (most: number) => Effect.Effect<A, E, R>,
  count: (found: A) => number,
  loc: ReadonlyArray<string | number> = [],
): Effect.Effect<A, E | LimitExceeded, R> =>
  Effect.flatMap(CallLimits, ({ [limit]: most }) =>
    Effect.tap(read(most), (found) => requireWithin(limit, count(found), loc)),
  )

/** Fails where more is asked for than the limit lets one call have; `loc` is the member of the request that asks. */
export const requireWithin = (
  limit: CallLimitName,
  asked: number,
  loc: ReadonlyArray<string | number> = [],
): Effect.Effect<void, LimitExceeded> =>
  Effect.flatMap(CallLimits, ({ [limit]: most }) =>
    asked <= most ? Effect.void : Effect.fail(limitExceeded(limit, most, asked, loc)),
  )

/** What all of them come to. */
export const sumOf = <Item>(items: Iterable<Item>, of: (item: Item) => number): number => {
  let sum = 0
  for (const item of items) sum += of(item)
  return sum
}

/** Adds up what a call comes to, and fails as soon as that is more than the limit lets it have. */
export const sumWithin = (limit: CallLimitName) => {
  let sum = 0
  return (more: number): Effect.Effect<void, LimitExceeded> => {
    sum += more
    return requireWithin(limit, sum)
  }
}
