import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { BatchBusy, BatchUnsuitable, LimitExceeded, NotFound } from "../kernel/errors.ts"
import type { Instant } from "../kernel/Instant.ts"
import { Key } from "../kernel/Key.ts"
import { mostListed } from "../kernel/Listing.ts"
import { operation } from "../kernel/operation.ts"
import type { Principal } from "../kernel/Principal.ts"
import { nextDay, shownIn } from "../kernel/rules/effectiveInstant.ts"
import { Transaction } from "../kernel/Transaction.ts"
import type { StoredPriceList } from "../lists/PriceList.ts"
import type { SpansOf } from "../lists/rules/listSpans.ts"
import type { PriceWarning } from "../prices/PriceWarning.ts"
import { readListPolicies } from "../prices/readLists.ts"
import { type ListPolicies, railsByBrand } from "../prices/rules/warnings/guardRails.ts"
import { readingOf, requireBatch } from "./changeTarget.ts"
import { archivedProblem, eachBelow, writeColorways } from "./eachColorway.ts"
import { inTurn } from "./inTurn.ts"
import { type PriceBatch, Publication, PublishOptions } from "./PriceBatch.ts"
import type { RefusedColorway } from "./PriceChange.ts"
import { type ChangeRefusal, PriceChangeRefused } from "./PriceChangeRefused.ts"
import {
  type Act,
  type ChangePart,
  PriceChangeRepository,
  type PublishFacts,
} from "./PriceChangeRepository.ts"
import { PricePublisher, type PricesPublished } from "./PricePublisher.ts"
import { planRevertPart } from "./planRevertPart.ts"
import { draftWarnings } from "./rules/draftWarnings.ts"
import { movedAbove } from "./rules/movedAbove.ts"

/** The draft that began first of those that began more than a day ago, as days are in their brands' zones. */
const lateDraft = ({ brands }: PublishFacts, now: Instant) =>
  brands
    .filter(({ first, time_zone }) => nextDay(first.effective_at, time_zone) < now)
    .map(({ first, time_zone }) => shownIn(time_zone)(first))
    .sort((a, b) => a.effective_at - b.effective_at)[0]

/**
 * Why a batch cannot be published as it is; undefined where it can, as far as its facts tell. What takes another back is
 * judged and dated as it is published: nothing of it has moved, or is late.
 */
const refusalOf = (batch: PriceBatch, facts: PublishFacts, options: PublishOptions, now: Instant) => {
  const { moved } = facts
  const isWayBack = batch.reverts !== null
  const late = options.allow_backdated || isWayBack ? undefined : lateDraft(facts, now)
  const again = batch.kind === "republish" ? "fill it again" : "generate it again"
  if (batch.counts.records + batch.counts.withdrawals === 0)
    return refuse(batch.key, "is empty: there is nothing to publish", {
      reason: "empty",
      unchanged: 0,
      no_price: 0,
    })
  if (moved.length > 0 && options.on_moved === "refuse" && !isWayBack) {
    const problem = `was judged by prices that have moved since: ${again}, or publish with "on_moved": "accept"`
    return refuse(batch.key, problem, { reason: "moved", moved })
  }
  if (late === undefined) return undefined
  const problem = `has a price from ${late.effective_from}, more than a day ago: ${again}, or publish with "allow_backdated": true`
  return refuse(batch.key, problem, { reason: "backdated", effective_from: late.effective_from })
}

const refuse = (key: string, problem: string, refusal: ChangeRefusal) =>
  new PriceChangeRefused({ problem: `Batch ${key} ${problem}`, refusal })

/** Tells a host's own broker of a publication; whatever comes of that, it is published. */
const tell = Effect.fnUntraced(
  function* (message: PricesPublished) {
    const { publish } = yield* PricePublisher
    yield* publish(message)
  },
  Effect.timeout("5 seconds"),
  Effect.catchCause((cause) => Effect.logWarning("pricing.published could not be published", cause)),
)

/** Plans a batch that takes another one back anew: nothing is left of what was shown before. */
const replan = Effect.fnUntraced(function* (
  organization: string,
  key: string,
  reverted: PriceBatch,
  act: Act,
) {
  const { empty } = yield* PriceChangeRepository
  yield* empty(organization, key, act)
  const plan = yield* planRevertPart(organization, reverted, key, act.at)
  yield* writeColorways(organization, readingOf(reverted.key), key, act, (part) =>
    Effect.map(plan(part), ({ writes }) => writes),
  )
})

/** What the batch breaks of policies that block. */
const blockedBy = Effect.fnUntraced(function* (
  organization: string,
  batch_key: string,
  now: Instant,
  lists: ListPolicies,
) {
  const warnings: Array<PriceWarning> = []
  const colorways: Array<RefusedColorway> = []
  const railsOf = railsByBrand(now, lists)
  const look = (part: ChangePart, spansOf: SpansOf | undefined) => {
    const most = mostListed - warnings.length
    const { product_key, color, brand } = part
    if (brand === null || most <= 0) return
    const found = draftWarnings(part, batch_key, railsOf(brand), most, true, spansOf)
    if (found.length > 0) colorways.push({ product_key, color, reason: "blocked" })
    warnings.push(...found.map((warning) => ({ ...warning, product_key, color })))
  }
  yield* eachBelow(organization, readingOf(batch_key), (...part) => Effect.sync(() => look(...part)))
  return { reason: "blocked", colorways, warnings } as const
})

const published = Effect.fnUntraced(function* (
  principal: Principal,
  batch_key: string,
  options: PublishOptions,
) {
  const { organization } = principal
  const { facts, publicationOf, publish } = yield* PriceChangeRepository
  const unfit = (problem: string) => new BatchUnsuitable({ batch_key, problem })
  const change = Effect.fnUntraced(function* (act: Act) {
    const open = yield* requireBatch(organization, batch_key)
    const { status, reverts } = open
    if (status === "discarded") return yield* unfit("was discarded; use an open batch")
    if (status === "published") {
      const known = yield* publicationOf(organization, batch_key)
      if (Option.isSome(known)) return { publication: known.value, isNew: false }
      return yield* unfit("was published elsewhere: there is no publication of it")
    }
    if (reverts !== null)
      yield* replan(organization, batch_key, yield* requireBatch(organization, reverts), act)
    const batch = reverts === null ? open : yield* requireBatch(organization, batch_key)
    const { moved: known, ...found } = yield* facts(organization, batch_key, act.at)
    const moved = [...known]
    const look = (part: ChangePart, spansOf: SpansOf | undefined) => {
      if (spansOf !== undefined && moved.length < mostListed) moved.push(...movedAbove(part, spansOf))
    }
    if (found.is_of_above && options.on_moved === "refuse")
      yield* eachBelow(organization, readingOf(batch_key), (...part) => Effect.sync(() => look(...part)))
    const refused = refusalOf(batch, { ...found, moved: moved.slice(0, mostListed) }, options, act.at)
    if (refused !== undefined) return yield* refused
    const lists =
      reverts === null ? yield* readListPolicies(organization) : new Map<string, StoredPriceList>()
    const problem = yield* archivedProblem(organization, batch_key, lists)
    if (problem !== undefined) return yield* unfit(problem)
    const mayBlock = [...found.brands, ...lists.values()].some(
      ({ policy }) => policy?.enforcement === "block",
    )
    if (reverts === null && mayBlock) {
      const blocked = yield* blockedBy(organization, batch_key, act.at, lists)
      if (blocked.warnings.length > 0)
        return yield* refuse(batch_key, "breaks its brand's price policy, which blocks that", blocked)
    }
    return { publication: yield* publish(organization, batch_key, act), isNew: true }
  })
  const { publication, isNew } = yield* inTurn(principal, [batch_key], change)
  if (isNew) yield* tell({ organization, ...publication })
  return publication
})

/**
 * Publishes an open batch: its drafts become active and its withdrawals are applied, all at one moment, under the
 * organization's next publication number. Of a batch that is published it gives that publication again.
 *
 * Fails with `NotFound`, `BatchBusy`, `BatchUnsuitable` for a discarded batch and for one that has a price of a list
 * that is archived when it begins, with `LimitExceeded` (`change_records`) where a
 * batch takes very many records back, and with `PriceChangeRefused` for an empty one, where what it was judged by has moved,
 * where a draft began more than a day of its brand ago, and where the policy of a brand blocks, but for a batch that takes
 * another back. Needs `batch:publish`.
 */
export const publishPriceBatch = operation({
  name: "publishPriceBatch",
  permission: "batch:publish",
  input: Schema.Struct({ batch_key: Key, ...PublishOptions.fields }),
  output: Publication,
  errors: [NotFound, BatchUnsuitable, BatchBusy, LimitExceeded, PriceChangeRefused],
  ports: [PriceChangeRepository, Transaction],
  limits: ["change_records"],
  effect: "publish",
  run: (principal, { batch_key, ...options }) => published(principal, batch_key, options),
})
