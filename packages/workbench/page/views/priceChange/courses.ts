import type { PriceTimeline } from "@hangtag/client"
import type { Decimal, Exact } from "../../app/exactAmounts.ts"
import { nextTurn } from "../../app/nextTurn.ts"

type Pair = Exact<PriceTimeline>["pairs"][number]

/** A price over some time, as it is drawn; null: without end. */
export interface Segment {
  readonly from: number
  readonly until: number | null
  readonly amount: Decimal | null
  readonly state: "past" | "in_force" | "scheduled" | "draft"
  readonly batch: string | null
  /** What a sale returns to. */
  readonly isReturn: boolean
}

/** What one price type costs over time, for the variants that have the same course. */
export interface Course {
  readonly variants: ReadonlyArray<string>
  readonly segments: ReadonlyArray<Segment>
  readonly drafts: ReadonlyArray<Segment>
}

const segmentsOf = ({ segments, drafts }: Pair) => ({
  segments: segments.map(
    ({ from, until, amount, state, batch_key, returns_from }): Segment => ({
      from: from === null ? Number.NEGATIVE_INFINITY : Date.parse(from),
      until: until === null ? null : Date.parse(until),
      amount,
      state,
      batch: batch_key,
      isReturn: returns_from !== null,
    }),
  ),
  drafts: drafts.map(({ from, amount, batch_key, returns_from }): Segment => {
    // what a batch sets for some days it ends itself
    const next = drafts.find((each) => each.batch_key === batch_key && each.from > from)
    return {
      from: Date.parse(from),
      until: next === undefined ? null : Date.parse(next.from),
      amount,
      state: "draft",
      batch: batch_key,
      isReturn: returns_from !== null,
    }
  }),
})

export type Courses = ReadonlyMap<string, ReadonlyArray<Course>>

const pairsATurn = 2_000

/**
 * The courses of each price type, that of most variants first: five hundred sizes with one price are one line. Found in
 * turns: there may be ten thousand pairs.
 */
export const coursesOf = async ({ pairs }: Exact<PriceTimeline>): Promise<Courses> => {
  const types = new Map<string, Map<string, { variants: Array<string>; pair: Pair }>>()
  for (const [index, pair] of pairs.entries()) {
    if (index % pairsATurn === pairsATurn - 1) await nextTurn()
    const steps = [...pair.segments, ...pair.drafts].map(
      ({ from, until, amount, state, returns_from }) =>
        `${from} ${until} ${amount} ${state} ${returns_from !== null}`,
    )
    const same = steps.join()
    const courses = types.get(pair.price_type) ?? new Map()
    types.set(pair.price_type, courses)
    const known = courses.get(same)
    if (known) known.variants.push(pair.variant_key)
    else courses.set(same, { variants: [pair.variant_key], pair })
  }
  return new Map(
    [...types]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([type, courses]) => [
        type,
        [...courses.values()]
          .sort((a, b) => b.variants.length - a.variants.length)
          .map(({ variants, pair }) => ({ variants, ...segmentsOf(pair) })),
      ]),
  )
}

/** A line of the price change as it would be in force. */
export interface Drawn {
  readonly from: number
  readonly until: number | null
  readonly amount: Decimal
}

/**
 * What of the new lines would be in force when: of lines that have begun and not ended the one that began last, until a
 * price that is scheduled takes over. Where a line ends within another one, that one holds again.
 */
export const drawnLines = (
  lines: ReadonlyArray<Drawn>,
  courses: ReadonlyArray<Course>,
): ReadonlyArray<Drawn> => {
  const scheduled = (courses[0]?.segments ?? []).flatMap(({ state, from }) =>
    state === "scheduled" ? [from] : [],
  )
  const moments = new Set([...lines.flatMap(({ from, until }) => [from, until ?? from]), ...scheduled])
  const sorted = [...moments].sort((a, b) => a - b)
  const pieces: Array<Drawn & { readonly line: Drawn }> = []
  for (const [index, at] of sorted.entries()) {
    const line = lines.reduce<Drawn | undefined>(
      (last, each) =>
        each.from <= at && (each.until === null || at < each.until) && each.from >= (last?.from ?? each.from)
          ? each
          : last,
      undefined,
    )
    if (line === undefined || scheduled.some((from) => from > line.from && from <= at)) continue
    const until = sorted[index + 1] ?? null
    const before = pieces.at(-1)
    if (before?.line === line && before.until === at) pieces[pieces.length - 1] = { ...before, until }
    else pieces.push({ from: at, until, amount: line.amount, line })
  }
  return pieces
}

/** A segment in the pieces that new prices leave of it, and those that they replace. */
export const partsOf = (
  { from, until }: { readonly from: number; readonly until: number | null },
  drawn: ReadonlyArray<Drawn>,
): ReadonlyArray<{ readonly from: number; readonly until: number | null; readonly isReplaced: boolean }> => {
  const end = until ?? Number.POSITIVE_INFINITY
  const cuts = new Set(
    drawn
      .flatMap((each) => [each.from, each.until ?? Number.POSITIVE_INFINITY])
      .filter((at) => at > from && at < end),
  )
  const starts = [from, ...[...cuts].sort((a, b) => a - b)]
  return starts.map((start, index) => ({
    from: start,
    until: starts[index + 1] ?? until,
    isReplaced: drawn.some((each) => each.from <= start && (each.until === null || start < each.until)),
  }))
}

/** Whether a segment holds at a moment. */
export const isAt =
  (at: number) =>
  ({ from, until }: Segment): boolean =>
    from <= at && (until === null || at < until)

/** What is in force at a moment. */
export const amountAt = ({ segments }: Course, at: number): Decimal | null =>
  segments.find(isAt(at))?.amount ?? null
