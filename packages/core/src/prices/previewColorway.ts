import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Brand } from "../catalog/Catalog.ts"
import { CatalogRepository } from "../catalog/CatalogRepository.ts"
import { AdapterFault } from "../kernel/AdapterFault.ts"
import { basePriceList, namedList } from "../kernel/basePriceList.ts"
import { CallLimits, readWithin, requireWithin, sumOf } from "../kernel/CallLimits.ts"
import { LimitExceeded, NotFound } from "../kernel/errors.ts"
import { requireNoFaults } from "../kernel/faults.ts"
import { type BrandedInstant, currentInstant, earliestOf, instantToText } from "../kernel/Instant.ts"
import { Key } from "../kernel/Key.ts"
import { mostListed } from "../kernel/Listing.ts"
import { Moment, momentIn } from "../kernel/momentIn.ts"
import { oneByOne } from "../kernel/oneByOne.ts"
import { operation } from "../kernel/operation.ts"
import type { Principal } from "../kernel/Principal.ts"
import { isTimeZone, shownIn } from "../kernel/rules/effectiveInstant.ts"
import { orNull, withDefault } from "../kernel/withDefault.ts"
import { noPricePolicy } from "../lists/PricePolicy.ts"
import { ColorwayPrefillRequest, ColorwayPreview } from "./ColorwayPreview.ts"
import { type BrandPricing, PricePolicyRepository } from "./PricePolicyRepository.ts"
import { isPrice, type PriceRecord } from "./PriceRecord.ts"
import { PriceRepository } from "./PriceRepository.ts"
import type { PriceWarning } from "./PriceWarning.ts"
import { readListsAbove, readListsBelow, requireLists } from "./readLists.ts"
import { basisToken } from "./rules/basisToken.ts"
import { existedAt, futureRecords, type TimedLine } from "./rules/futureRecords.ts"
import { returnsAfter } from "./rules/judgeReturns.ts"
import { byPair, type ListedType, listsOf, pairOrder, pricesByPair, typeName } from "./rules/pairs.ts"
import { type LineJudgement, previewLines, timedLines } from "./rules/previewLines.ts"
import { aboveList } from "./rules/priceCourse.ts"
import { isWithdrawn } from "./rules/priceInForce.ts"
import { shownInLists } from "./rules/shownInLists.ts"
import { guardRails } from "./rules/warnings/guardRails.ts"
import { priceWarnings } from "./rules/warnings/priceWarnings.ts"
import { recordsSeenBy } from "./seenBy.ts"

/** How often a future record meets a line of its price type and list. */
const collisions = (future: ReadonlyArray<PriceRecord>, lines: ReadonlyArray<ListedType>): number => {
  const linesOfType = Map.groupBy(lines, typeName)
  return sumOf(future, (record) => linesOfType.get(typeName(record))?.length ?? 0)
}

/** The caller's dates are all right: it is unknown when a day of this brand begins. */
const badTimeZone = ({ brand_key, time_zone }: Brand) =>
  new AdapterFault(
    "catalogRepository",
    "findColorway",
    `gave brand ${brand_key} the time zone ${JSON.stringify(time_zone)}, which is no IANA name: mend it in the catalog`,
  )

/** The brand's guard rails; none where the host keeps no policies. Types that prices of any list have had are for callers of every list. */
const findPolicy = Effect.fnUntraced(function* (
  { organization, priceLists }: Principal,
  brandKey: string,
  isJudged: boolean,
) {
  const policies = Option.getOrUndefined(yield* Effect.serviceOption(PricePolicyRepository))
  const found = isJudged && policies ? yield* policies.find(organization, brandKey) : Option.none()
  const {
    policy = noPricePolicy,
    base_currency,
    used_types,
  }: Partial<BrandPricing> = Option.getOrUndefined(found) ?? {}
  return {
    policy,
    base_currency,
    usedTypes: priceLists === undefined && used_types ? new Set(used_types) : null,
  }
})

/** The lines' warnings; fails as soon as they come to more characters than one call may have. */
const warned = Effect.fnUntraced(function* (
  judged: ReadonlyArray<LineJudgement>,
  variantKeys: ReadonlyArray<string>,
  warningsOf: ReturnType<typeof priceWarnings>,
) {
  const { preview_warnings } = yield* CallLimits
  const charactersAKey = variantKeys.join("").length / variantKeys.length
  const warnings: Array<PriceWarning> = []
  let characters = 0
  for (const [index, judgement] of judged.entries()) {
    const found = warningsOf(judgement, index)
    warnings.push(...found)
    for (const { message, variant_keys } of found)
      characters += 2 * message.length + Math.ceil(variant_keys.length * charactersAKey)
    if (characters > preview_warnings) break
  }
  yield* requireWithin("preview_warnings", characters)
  return warnings
})

/**
 * Records in force at a moment and those to come, of the lines' lists, and the records of all the lists from which prices at the instants of
 * lines follow, earlier ones too.
 */
const readPrices = Effect.fnUntraced(function* (
  organization: string,
  variantKeys: ReadonlyArray<string>,
  now: BrandedInstant,
  lines: ReadonlyArray<TimedLine>,
  isPast: boolean,
  lists: ReadonlyArray<string>,
) {
  const { pricesAround } = yield* PriceRepository
  const instants = lines.map(({ effective_at }) => effective_at)
  const earliest = earliestOf(now, instants)
  const around = yield* readWithin(
    "preview_records",
    (most) => pricesAround(organization, variantKeys, earliest, most, lists),
    ({ inForce, future }) => inForce.length + future.length,
  )
  yield* requireWithin("preview_pairs", collisions(around.future, lines), ["lines"])
  // no clock is asked where now is meant
  const known = isPast ? around.future.filter((record) => existedAt(record, now)) : around.future
  const pairs = pricesByPair(around.inForce.concat(known))
  const own = lines.length === 0 ? lists : listsOf(lines)
  const ofOwn = (records: ReadonlyArray<PriceRecord>) =>
    own.length === lists.length ? records : records.filter(({ price_list }) => own.includes(price_list))
  if (earliest === now) return { inForce: ofOwn(around.inForce), future: ofOwn(known), pairs }
  const inForce = ofOwn(pairs.inForce(now).sort(pairOrder))
  const future = ofOwn(known).filter((record) => record.effective_at > now && !isWithdrawn(record, now))
  return { inForce, future, pairs }
})

/**
 * Previews what a price change would do to a colorway, what a new batch would collide with, and what it would break
 * of the brand's policy. It never refuses for that: `warnings` says what is broken.
 *
 * `as_of` stands in for now: a `Date`, or the text of a date or date-time in the brand's zone. Of the past it gives what
 * was to come then: no record that a batch was given later, none that was withdrawn before, and one that was withdrawn since
 * with `withdrawn_at`. Of imported records it was not noted when they came: they count, and so do prices in force that were
 * backdated later. `show_lists` asks of each line which lists below its own would show it (`shown_in`, `overridden_in`), of those
 * that the caller may know of. `price_list` is meant where a line names none, and by a preview without lines. Fails with `NotFound` for
 * an unknown brand, a product that is not the brand's, and a color that none of the product's variants has; with
 * `LimitExceeded` (`preview_lines`, `preview_pairs`, `preview_records`) before anything is compared, or as soon as there are too many
 * warnings (`preview_warnings`). Needs `price:read`.
 */
export const previewColorway = operation({
  name: "previewColorway",
  permission: "price:read",
  input: Schema.Struct({
    brand_key: Key,
    ...ColorwayPrefillRequest.fields,
    /** The list that is meant where a line names none, and by a preview without lines. */
    price_list: withDefault(Schema.String, basePriceList),
    as_of: orNull(Moment),
    show_lists: withDefault(Schema.Boolean, false),
  }),
  output: ColorwayPreview,
  errors: [NotFound, LimitExceeded],
  ports: [CatalogRepository, PriceRepository],
  limits: ["preview_lines", "preview_pairs", "preview_records", "preview_warnings"],
  effect: "read",
  unknownMembers: "ignored",
  forBound: true,
  run: Effect.fnUntraced(function* (principal, { brand_key, product_key, color, lines: said, ...asked }) {
    const { organization } = principal
    const { as_of, price_list } = asked
    yield* requireWithin("preview_lines", said.length, ["lines"])
    const given = said.map((line) => ({ price_list, ...line }))
    const named = given.map((line, index) => ({ loc: ["lines", index, "price_list"], ...line }))
    const meant = given.length === 0 ? [{ loc: ["price_list"], price_list }] : named
    const lists = yield* requireLists(principal, meant)
    const catalog = yield* CatalogRepository
    const [{ brand, productFound, variant_keys }, { policy, ...judging }] = yield* Effect.all(
      [
        catalog.findColorway(organization, { brand_key, product_key, color }),
        findPolicy(principal, brand_key, given.length > 0),
      ],
      { concurrency: "unbounded" },
    )
    if (brand === null) return yield* new NotFound({ resource: "brand", key: brand_key })
    if (!productFound) return yield* new NotFound({ resource: "product", key: product_key })
    if (variant_keys.length === 0) return yield* new NotFound({ resource: "colorway", key: color })
    if (!isTimeZone(brand.time_zone)) return yield* Effect.die(badTimeZone(brand))
    yield* requireWithin("preview_pairs", Math.max(1, given.length) * variant_keys.length)
    const { time_zone } = brand
    const { lines, faults } = timedLines(given, time_zone, lists)
    yield* requireNoFaults(faults)
    const now = as_of === null ? yield* currentInstant : yield* momentIn(time_zone, "as_of", as_of)
    const rails = guardRails({ policy, time_zone, now, ...judging }, lists)
    const above = yield* readListsAbove(organization, listsOf(lines))
    const showing = asked.show_lists ? yield* readListsBelow(principal, lines) : undefined
    const { inForce, future, pairs } = yield* readPrices(
      organization,
      variant_keys,
      now,
      lines,
      as_of !== null,
      [
        ...new Set(
          [meant.map((each) => each.price_list), above?.price_lists ?? [], showing?.price_lists ?? []].flat(),
        ),
      ],
    )
    const shown = shownIn(time_zone)
    const incumbents = inForce.filter(isPrice).map(shown)
    const current = byPair(incumbents, (price) => price)
    const previewed = previewLines(variant_keys, lines, (...pair) => current.get(...pair), pairs.of)
    const warningsOf = priceWarnings(lines, pairs.of, rails, {
      ...(above && { aboveOf: aboveList(above.spansOf, pairs.of) }),
    })
    const judged = previewed.map((line) => line.judged)
    const inLists = showing && shownInLists(variant_keys, lines, pairs.pairs)
    // lists are a thousand at most: only where they are looked through does a line make others wait
    const listed = inLists
      ? yield* oneByOne(previewed, ({ preview }, index) =>
          Effect.sync(() => ({ ...preview, ...inLists(lines[index]!, showing.below[index]!) })),
        )
      : previewed.map(({ preview }) => preview)
    const preview: ColorwayPreview = {
      brand_key,
      product_key,
      color,
      as_of: instantToText(now),
      variant_keys,
      lines: listed,
      future_records: futureRecords(recordsSeenBy(principal, future).map(shown), lines, now),
      incumbents: incumbents.map(
        ({ variant_key, price_type, price_list, amount, effective_from, record_key }) => ({
          variant_key,
          price_type,
          ...namedList(price_list),
          amount,
          effective_from,
          record_key,
        }),
      ),
      basis: basisToken({ variant_keys, inForce, future }, now),
      warnings: yield* warned(judged, variant_keys, warningsOf),
      returns: pairs.pairs
        .map((records) => ({ pair: records[0]!, returns: returnsAfter(records, lines, now) }))
        .filter(({ returns }) => returns.length > 0)
        .sort((a, b) => pairOrder(a.pair, b.pair))
        .flatMap(({ returns }) => returns)
        .slice(0, mostListed),
    }
    return preview
  }),
})
