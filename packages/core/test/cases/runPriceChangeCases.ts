import type {
  AdjustmentAsked,
  BasisRecord,
  BatchRecordPage,
  BatchRemoval,
  BatchRemovalResult,
  ChangeRefusal,
  ColorwayPreview,
  LinePreview,
  PrefillLine,
  PriceAdjustment,
  PriceAdjustmentResult,
  PriceBatch,
  PriceChangeRequest,
  PriceChangeResult,
  PricePolicy,
  PriceTimeline,
  PriceWarning,
  Publication,
  PublishOptions,
  RepublishFill,
  ResolvedPrices,
  RevertResult,
  TimelineSegment,
} from "@hangtag/core"
import {
  aColorwayChange,
  anAdjustmentAsked,
  anOnCollision,
  aPriceAdjustment,
  aPriceChangeRequest,
  aProductEntry,
  aRounding,
  aSelection,
  aVariantEntry,
} from "@hangtag/testkit"
import { describe, expect, it } from "vitest"
import { type AdjustGiven, adjustAmountCases } from "../../src/changes/rules/adjustAmount.cases.ts"
import { adjustPricesCases } from "../../src/changes/rules/adjustPrices.cases.ts"
import { changeSheetCases } from "../../src/changes/rules/changeSheet.cases.ts"
import { endingsCases } from "../../src/changes/rules/endings.cases.ts"
import { knownPricesCases } from "../../src/changes/rules/knownPrices.cases.ts"
import {
  generateCases,
  publishCases,
  removeCases,
  revertCases,
  type StoryExpect,
  type StoryGiven,
  type StoryStep,
} from "../../src/changes/rules/priceChange.cases.ts"
import { shownInListsCases } from "../../src/changes/rules/shownInLists.cases.ts"
import { shownLimitsCases } from "../../src/changes/rules/shownLimits.cases.ts"
import type { Case } from "../../src/kernel/rules/decisionTable.cases.ts"
import { changeLineOfText, textOfType, typeOfText } from "./caseText.ts"

/** What a call was refused with: its lists, where it has some, or what is wrong with what it asks. */
export type Refused = {
  readonly refused: ChangeRefusal | Record<never, never>
  readonly faults?: ReadonlyArray<string>
}

/** An organization of its own with product `P1` in `Black`, and what can be done there, each at a moment. */
export interface PriceStory {
  /** With what is shown of lines in other lists. */
  readonly preview: (
    lines: ReadonlyArray<PrefillLine>,
    at: string,
  ) => Promise<Pick<ColorwayPreview, "basis" | "lines">>
  readonly generate: (request: PriceChangeRequest, at: string) => Promise<PriceChangeResult | Refused>
  readonly adjust: (
    adjustment: typeof PriceAdjustment.Encoded,
    asked: AdjustmentAsked,
    at: string,
  ) => Promise<PriceAdjustmentResult | Refused>
  readonly publish: (key: string, options: PublishOptions, at: string) => Promise<Publication | Refused>
  readonly revert: (key: string, at: string) => Promise<RevertResult | Refused>
  readonly remove: (
    key: string,
    removal: Partial<BatchRemoval>,
    at: string,
  ) => Promise<BatchRemovalResult | Refused>
  readonly discard: (key: string, at: string) => Promise<object | Refused>
  readonly govern: (policy: Partial<PricePolicy>, at: string) => Promise<unknown>
  readonly look: (key: string, at: string) => Promise<readonly [PriceBatch, BatchRecordPage]>
  readonly write: (prices: ReadonlyArray<string>, at: string) => Promise<void>
  readonly fill: (variants: ReadonlyArray<string>, at: string) => Promise<RepublishFill>
  readonly show: (variants: ReadonlyArray<string>, at: string) => Promise<unknown>
  readonly retire: (variants: ReadonlyArray<string>, at: string) => Promise<void>
  readonly rezone: (zone: Extract<StoryStep, { rezone: string }>, at: string) => Promise<void>
  readonly timeline: (at: string, known_at?: string) => Promise<PriceTimeline>
  /** What a list shows at a moment of all variants, with the lists that were passed over. */
  readonly prices: (price_list: string, moment: string, at: string) => Promise<ResolvedPrices>
  /** The rows of a batch's change sheet, cells as texts, empty ones ""; null: it has no sheet. */
  readonly sheet: (key: string, at: string) => Promise<ReadonlyArray<ReadonlyArray<string>> | null>
}

export type StoryDoor = (given: StoryGiven) => Promise<PriceStory>

/** Previews know prices alone; a basis is the same whatever is asked. */
const previewedLine = (text: string): PrefillLine => {
  const { amount, ...line } = changeLineOfText(text)
  return { ...line, amount: amount ?? "0" }
}

const some = (label: string, texts: ReadonlyArray<string> = []) =>
  texts.length === 0 ? [] : [`${label}${texts.join(", ")}`]

/** What the batch holds that an entry is about, where it is none of the request's lines. */
const textOfHeld = ({ batch_line }: Pick<PriceWarning, "batch_line">) =>
  batch_line === undefined
    ? ""
    : ` (held ${textOfType(batch_line)} ${batch_line.amount ?? batch_line.ends} from ${batch_line.effective_from})`

/** Of a refusal's facts, or an answer, the lists. */
type Lists = {
  readonly [Name in "stale" | "moved" | "collisions" | "no_return" | "warnings"]?: Extract<
    ChangeRefusal,
    { readonly [_ in Name]: unknown }
  >[Name]
}

const priceText = (
  price: (Pick<BasisRecord, "amount" | "ends" | "effective_from"> & { readonly status: string }) | null,
  shows: StoryStep["shows"],
) =>
  price === null
    ? "-"
    : `${price.amount ?? price.ends}${price.status === "draft" ? " draft" : ""}${shows === "days" ? ` from ${price.effective_from}` : ""}`

const textOfLists = (
  { stale, moved, collisions, no_return, warnings }: Lists,
  shows?: StoryStep["shows"],
) => [
  ...some("", stale?.length ? ["stale"] : []),
  ...some(
    "moved ",
    moved?.map(
      ({ variant_key, what, was, is, ...of }) =>
        `${variant_key} ${textOfType(of)} ${what} ${priceText(was, shows)} → ${priceText(is, shows)}`,
    ),
  ),
  ...some(
    "",
    collisions?.map(
      ({ kind, action, variant_key, ...price }) =>
        `${kind} ${action} ${variant_key} ${textOfType(price)} ${priceText(price, shows)}${textOfHeld(price)}`,
    ),
  ),
  ...some(
    "no return ",
    no_return?.map((each) => `${each.variant_key} ${textOfType(each)}${textOfHeld(each)}`),
  ),
  ...some("", [...new Set(warnings?.map((warning) => `${warning.kind}${textOfHeld(warning)}`))]),
]

/** The reason is written where no list tells it. */
const textOfRefusal = ({ refused, faults = [] }: Refused, shows?: StoryStep["shows"]) => {
  const { reason, ...facts }: Partial<ChangeRefusal> & Lists = refused
  const { stale, moved, collisions, no_return, warnings } = facts
  const lists = { stale, moved, collides: collisions, no_return, blocked: warnings }
  const listed = Object.entries(lists).find(([, list]) => (list ?? []).length > 0)?.[0]
  if (listed !== undefined) expect(reason).toBe(listed)
  const told = listed === undefined && reason !== undefined ? `refused ${reason}` : "refused"
  return [told, ...textOfLists(facts, shows), ...faults].join("; ")
}

const records = (count: number) => `${count} record${count === 1 ? "" : "s"}`

const textOfChange = (result: PriceChangeResult, shows?: StoryStep["shows"]): string => {
  const [{ created, skipped_unchanged, returns, withdrawals, collisions, no_return, lines } = fail()] =
    result.colorways
  expect(lines.reduce((sum, { variants }) => sum + variants, 0)).toBe(created + skipped_unchanged)
  expect(result).toMatchObject({ created, withdrawals })
  const more = Object.entries({ returns, withdrawals }).flatMap(([name, count]) =>
    count === 0 ? [] : [`${name} ${count}`],
  )
  const counts = [`created ${created}`, `skipped ${skipped_unchanged}`, ...more].join(", ")
  const follows = lines.map(
    ({ previous, variant_keys }) => `${previous ?? "none"} (${variant_keys.join(" ")})`,
  )
  return [
    counts,
    ...some("follows ", shows === "follows" ? follows : []),
    ...textOfLists({ collisions, no_return }, shows),
    ...textOfProblem(result),
  ].join("; ")
}

const textOfProblem = ({
  problem,
  refused_colorways,
}: Pick<PriceChangeResult, "problem" | "refused_colorways">) =>
  problem === null
    ? []
    : [
        `would be refused ${refused_colorways.map(({ color, reason }) => `${color} ${reason}`).join(", ")}`.trim(),
      ]

const fail = (): never => {
  throw new Error("no colorway in the answer")
}

const textOfAdjustment = (result: PriceAdjustmentResult): string => {
  const {
    lines = [],
    collisions = [],
    no_return = [],
  }: Partial<PriceAdjustmentResult["colorways"][number]> = result.colorways[0] ?? {}
  const { no_price, returns, withdrawals } = result
  const { created, skipped_unchanged, variants, total_colorways } = result
  expect({ variants, total_colorways }).toEqual({
    variants: expect.any(Number),
    total_colorways: result.colorways.length,
  })
  const types = [...Map.groupBy(lines, ({ price_type }) => price_type)].map(
    ([type, own]) => `${type} ${own.map(({ previous, amount }) => `${previous} → ${amount}`).join(", ")}`,
  )
  const more = Object.entries({ returns, withdrawals }).flatMap(([name, count]) =>
    count === 0 ? [] : [`${name} ${count}`],
  )
  const counts = [`created ${created}`, `skipped ${skipped_unchanged}`, `no price ${no_price}`, ...more]
  return [
    types.join(", "),
    counts.join(", "),
    ...textOfLists({ collisions, no_return }),
    ...textOfProblem(result),
  ].join("; ")
}

const textOfRevert = (result: RevertResult): string => {
  const outcomes = Object.entries(result.outcomes).filter(([, count]) => count > 0)
  expect(outcomes.reduce((sum, [, count]) => sum + count, 0)).toBe(result.records)
  const told = outcomes.map(([name, count]) => `${name} ${count}`).join(", ")
  const left = result.left.map(({ variant_key, outcome }) => `${variant_key} ${outcome}`)
  return [`${records(result.records)}: ${told}`, ...some("left ", left)].join("; ")
}

const removalOf = ({
  colors,
  lines,
  pairs,
}: Extract<StoryStep, { remove: string }>): Partial<BatchRemoval> => ({
  ...(colors && { colorways: colors.map((color) => ({ product_key: "P1", color })) }),
  ...(lines && {
    lines: lines.map((text) => {
      const [type = "", effective_from = ""] = text.split(" from ")
      return { product_key: "P1", color: "Black", ...typeOfText(type), effective_from }
    }),
  }),
  ...(pairs && {
    pairs: pairs.map((text) => {
      const [variant_key = "", type = ""] = text.split(" ")
      return { variant_key, ...typeOfText(type) }
    }),
  }),
})

const textOfRemoval = ({ records: taken, withdrawals, created, not_found, counts }: BatchRemovalResult) => {
  const missing = Object.values(not_found).flat().length
  return [
    `removed ${records(taken)}, ${withdrawals} withdrawals`,
    ...(created === 0 ? [] : [`created ${created}`]),
    ...(missing === 0 ? [] : [`${missing} not found`]),
    `left ${counts.records}, ${counts.withdrawals}`,
  ].join("; ")
}

const ofList = ({ from_list }: TimelineSegment, { price_list }: { readonly price_list: string }) =>
  from_list === null || from_list === price_list ? "" : ` of ${from_list}`

const saidText = ({ amount, ends }: Pick<TimelineSegment, "amount" | "ends">) =>
  amount ?? (ends === "not_offered" ? ends : "-")

const textOfTimeline = ({ pairs }: PriceTimeline): Array<string> =>
  pairs.flatMap(({ variant_key, segments, ...of }) =>
    segments.length === 0
      ? []
      : [
          `${variant_key} ${textOfType(of)}: ${segments.map((segment) => `${saidText(segment)}${ofList(segment, of)} from ${segment.from?.replace("T00:00:00.000Z", "")}`).join(", ")}`,
        ],
  )

const textOfShown = ({ amount, shown_in = [], overridden_in = [], ...line }: LinePreview): string => {
  const counted = (lists: typeof shown_in) => lists.map((each) => `${each.price_list} ${each.variants}`)
  const said = [...some("shown in ", counted(shown_in)), ...some("hidden in ", counted(overridden_in))]
  return `${textOfType(line)} ${amount} ${said.join(", ")}`
}

/** Does the steps one after the other, and tells what each came to, and when it ended. */
const tell = async (story: PriceStory, { now, steps }: StoryGiven) => {
  const keys = new Map([["SPRING", "SPRING"]])
  const keyOf = (name: string) => keys.get(name) ?? fail()
  const told: Array<string> = []
  const bases = new Map<StoryStep, string>()
  for (const step of steps)
    if ("generate" in step && step.basis === "first")
      bases.set(step, (await story.preview(step.lines.map(previewedLine), now)).basis)
  let answered: string | null = null
  let at = now
  for (const step of steps) {
    at = step.at ?? at
    if ("write" in step) {
      await story.write(step.write, at)
    } else if ("fill" in step) {
      const { added, updated, unchanged } = await story.fill(step.fill, at)
      told.push(`filled: ${added} added, ${updated} updated, ${unchanged} unchanged`)
    } else if ("show" in step) {
      await story.show(step.show, at)
    } else if ("retire" in step) {
      await story.retire(step.retire, at)
    } else if ("rezone" in step) {
      await story.rezone(step, at)
    } else if ("preview" in step) {
      const { basis, lines } = await story.preview(step.preview.map(previewedLine), at)
      answered = basis
      if (step.shows === "lists") told.push(lines.map(textOfShown).join("; "))
    } else if ("generate" in step) {
      const { generate, lines, on_collision, on_no_return = "refuse" } = step
      const { include_unchanged = false, dry_run = false } = step
      const basis = step.basis === "last" ? answered : (bases.get(step) ?? null)
      const change = aColorwayChange({ lines: lines.map(changeLineOfText), basis })
      const request = aPriceChangeRequest({
        batch_key: keys.get(generate) ?? null,
        colorways: [change],
        on_collision: anOnCollision(on_collision),
        include_unchanged,
        on_no_return,
        dry_run,
        ...(step.replaces !== undefined && { replaces: keyOf(step.replaces) }),
      })
      const result = await story.generate(request, at)
      if (!("refused" in result)) {
        if (result.batch_key !== null) keys.set(generate, result.batch_key)
        answered = result.colorways[0]!.basis
      }
      told.push("refused" in result ? textOfRefusal(result, step.shows) : textOfChange(result, step.shows))
    } else if ("adjust" in step) {
      const { adjust, select = { all: true }, types = ["MAP"], by, round, from, until = null } = step
      const { leave_out = [], on_collision, dry_run = false } = step
      const result = await story.adjust(
        aPriceAdjustment({
          batch_key: keys.get(adjust) ?? null,
          selection: aSelection(select),
          leave_out: leave_out.map((color) => ({ product_key: "P1", color })),
          price_types: types,
          adjust: by,
          round: round === undefined ? null : aRounding(round),
          effective_from: from,
          effective_until: until,
          on_collision: anOnCollision(on_collision),
          dry_run,
          ...(step.replaces !== undefined && { replaces: keyOf(step.replaces) }),
        }),
        anAdjustmentAsked(),
        at,
      )
      if (!("refused" in result) && result.batch_key !== null) keys.set(adjust, result.batch_key)
      told.push("refused" in result ? textOfRefusal(result) : textOfAdjustment(result))
    } else if ("publish" in step) {
      const { publish, accept = false, backdated = false } = step
      const options = { on_moved: accept ? "accept" : "refuse", allow_backdated: backdated } as const
      const result = await story.publish(keyOf(publish), options, at)
      told.push(
        "refused" in result
          ? textOfRefusal(result, step.shows)
          : `published ${result.number}: ${records(result.records)}`,
      )
    } else if ("revert" in step) {
      const result = await story.revert(keyOf(step.revert), at)
      if (!("refused" in result)) keys.set(step.as, result.batch_key)
      told.push("refused" in result ? textOfRefusal(result) : textOfRevert(result))
    } else if ("remove" in step) {
      const result = await story.remove(keyOf(step.remove), removalOf(step), at)
      told.push("refused" in result ? textOfRefusal(result) : textOfRemoval(result))
    } else if ("govern" in step) {
      await story.govern(step.govern, at)
    } else if ("look" in step) {
      const [{ status, counts }, { items, total }] = await story.look(keyOf(step.look), at)
      expect(items).toHaveLength(total)
      const listed = step.shows ? `: ${items.map((item) => priceText(item, step.shows)).join(", ")}` : ""
      told.push(
        `${status}: ${records(counts.records)}, ${counts.withdrawals} withdrawals; lists ${total}${listed}`,
      )
    } else {
      const result = await story.discard(keyOf(step.discard), at)
      told.push("refused" in result ? textOfRefusal(result as Refused) : "discarded")
    }
  }
  return { told, at, keyOf }
}

const textOfSheetRow = (row: ReadonlyArray<string>): string => {
  const [variant, product, name, color, size, type, ...rest] = row
  expect([product, name, color, size]).toEqual(["P1", aProductEntry().name, "Black", aVariantEntry().size])
  const [previous, amount, difference, percent, from, until, last, change, list, listName, currency] =
    rest.map((text) => text || "-")
  expect(listName).toBe(list === "base" ? "Base" : list)
  if (list !== "base") expect(currency).toMatch(/^[A-Z]{3}$/)
  const named = textOfType({ price_type: type!, price_list: list! })
  const end = until === "-" ? "" : ` until ${until}${last === "-" ? "" : ` (last day ${last})`}`
  return `${variant} ${named} ${change}: ${previous} → ${amount} (${difference}, ${percent}) from ${from}${end}`
}

/** Numbers as a JSON reader gives them, which keep no trailing zeros. */
const withoutZeros = (text: string) =>
  text.replace(/\d+\.\d*?0+(?= from| →|$|,)/g, (amount) => String(Number(amount)))

/** What an amount is adjusted to, or `refused`. */
export type AdjustDoor = (given: AdjustGiven) => Promise<string>

/** Adjusts by way of an organization in which each row has a price type of its own. */
const adjustedBy = (door: StoryDoor): AdjustDoor => {
  const now = "2026-06-01T00:00:00Z"
  let made: Promise<PriceStory> | undefined
  const typeOf = (given: AdjustGiven) => `T${adjustAmountCases.findIndex((row) => row.given === given)}`
  return async (given) => {
    const prices = adjustAmountCases.map(
      (row) => `A ${typeOf(row.given)} ${row.given.amount} from 2026-01-01`,
    )
    made ??= door({ now, variants: ["A"], prices, steps: [] })
    const { adjust, round } = given
    const result = await (await made).adjust(
      aPriceAdjustment({
        price_types: [typeOf(given)],
        adjust,
        round: round === undefined ? null : aRounding(round),
        dry_run: true,
      }),
      anAdjustmentAsked(),
      now,
    )
    return "refused" in result ? "refused" : result.colorways[0]!.lines[0]!.amount
  }
}

export const runAdjustAmountCases = (
  title: string,
  door: AdjustDoor,
  amounts: "written" | "numbers" = "written",
): void => {
  describe(`adjusting an amount: ${title}`, () => {
    it.each(adjustAmountCases)("$name", async ({ given, expect: expected }) => {
      const short = amounts === "numbers" && expected.length <= 15 && expected !== "refused"
      expect(await door(given)).toBe(short ? String(Number(expected)) : expected)
    })
  })
}

/** The tables of price changes; `numbers` where the door gives amounts as JSON numbers. */
export const runPriceChangeCases = (
  title: string,
  door: StoryDoor,
  amounts: "written" | "numbers" = "written",
): void => {
  const run = (name: string, table: ReadonlyArray<Case<StoryGiven, StoryExpect>>) =>
    describe(`${name}: ${title}`, () => {
      it.each(table)("$name", async ({ given, expect: expected }) => {
        const story = await door(given)
        const { told: found, at } = await tell(story, given)
        const { told, timeline } = expected
        expect({ told: found, timeline: textOfTimeline(await story.timeline(at)) }).toEqual(
          amounts === "written"
            ? expected
            : { told: told.map(withoutZeros), timeline: timeline.map(withoutZeros) },
        )
      })
    })
  describe(`endings: ${title}`, () => {
    it.each(endingsCases)("$name", async ({ given, expect: expected }) => {
      const story = await door(given)
      const { told, at } = await tell(story, given)
      const timeline = await story.timeline(at)
      expect({ told, timeline: textOfTimeline(timeline) }).toEqual(expected)
      // what a list shows at a moment is what its timeline says of it
      for (const { variant_key, price_type, price_list, segments } of timeline.pairs)
        for (const { from, amount, from_list, record_key } of segments) {
          const { items, lists, without_price = [] } = await story.prices(price_list, from!, at)
          const isPair = (of: { readonly variant_key: string; readonly price_type: string }) =>
            of.variant_key === variant_key && of.price_type === price_type
          const shown = items.find(isPair)
          const names = lists.map((list) => list.price_list)
          const passed = (shown ?? without_price.find(isPair))?.passed_over ?? []
          const end = passed.findIndex(({ why }) => why === "not_offered") + 1
          const before = shown ? names.indexOf(shown.from_list!) : end > 0 ? end : passed.length
          expect(passed.map((list) => list.price_list)).toEqual(names.slice(0, before))
          expect([shown?.amount ?? null, shown?.record_key, shown?.from_list]).toEqual(
            amount === null ? [null, undefined, undefined] : [amount, record_key, from_list],
          )
        }
    })
  })
  run("generating a price change", generateCases)
  run("adjusting prices", adjustPricesCases)
  run("what a list shows", shownLimitsCases)
  run("in which lists a line is shown", shownInListsCases)
  runAdjustAmountCases(title, adjustedBy(door), amounts)
  describe(`change sheets: ${title}`, () => {
    it.each(changeSheetCases)("$name", async ({ given, expect: expected }) => {
      const story = await door(given)
      const { at, keyOf } = await tell(story, given)
      const rows = await story.sheet(keyOf("X"), given.sheet_at ?? at)
      expect(rows?.map(textOfSheetRow) ?? ["none"]).toEqual(expected)
    })
  })
  describe(`what was known: ${title}`, () => {
    it.each(knownPricesCases)("$name", async ({ given, expect: expected }) => {
      const story = await door(given)
      const { at } = await tell(story, given)
      const known = textOfTimeline(await story.timeline(at, given.known))
      expect(known).toEqual(amounts === "written" ? expected : expected.map(withoutZeros))
    })
  })
  run("taking something out of a batch", removeCases)
  run("publishing a price change", publishCases)
  run("taking a price change back", revertCases)
}
