import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { CallLimits } from "../kernel/CallLimits.ts"
import { currentInstant } from "../kernel/currentInstant.ts"
import { BatchBusy, BatchUnsuitable, LimitExceeded, NotFound } from "../kernel/errors.ts"
import type { Instant } from "../kernel/Instant.ts"
import { Key } from "../kernel/Key.ts"
import { aHundred, mostListed } from "../kernel/Listing.ts"
import { operation } from "../kernel/operation.ts"
import type { Principal } from "../kernel/Principal.ts"
import { nextDay } from "../kernel/rules/localDays.ts"
import type { PriceWarning } from "../prices/PriceWarning.ts"
import { type GuardRails, guardRails } from "../prices/rules/guardRails.ts"
import { type PriceBatch, Publication, PublishOptions } from "./PriceBatch.ts"
import type { ChangeRefusal } from "./PriceChange.ts"
import { PriceChangeRefused } from "./PriceChangeRefused.ts"
import { type ChangePart, PriceChangeRepository, type PublishFacts } from "./PriceChangeRepository.ts"
import { PricePublisher, type PricesPublished } from "./PricePublisher.ts"
import { planRevertPart } from "./planRevertPart.ts"
import { draftWarnings } from "./rules/draftWarnings.ts"

/** The draft that began first of those that began more than a day ago, as days are in their brands' zones. */
const lateDraft = ({ brands }: PublishFacts, now: Instant) =>
  brands
    .filter(({ first, time_zone }) => nextDay(first.effective_at, time_zone) < now)
    .map(({ first }) => first)
    .sort((a, b) => a.effective_at - b.effective_at)[0]

/**
 * Why a batch cannot be published as it is; undefined where it can, as far as its facts tell. What takes another back is
 * judged and dated as it is published: nothing of it has moved, or is late.
 */
const refusalOf = (facts: PublishFacts, options: PublishOptions, now: Instant) => {
  const { batch, moved } = facts
  const isWayBack = batch.reverts !== null
  const late = options.allow_backdated || isWayBack ? undefined : lateDraft(facts, now)
  const again = batch.kind === "republish" ? "fill it again" : "generate it again"
  if (batch.counts.records + batch.counts.withdrawals === 0)
    return refuse(batch.key, "empty", "is empty: there is nothing to publish")
  if (moved.length > 0 && options.on_moved === "refuse" && !isWayBack) {
    const problem = `was judged by prices that have moved since: ${again}, or publish with "on_moved": "accept"`
    return refuse(batch.key, "moved", problem, { moved })
  }
  if (late === undefined) return undefined
  const problem = `has a price from ${late.effective_from}, more than a day ago: ${again}, or publish with "allow_backdated": true`
  return refuse(batch.key, "backdated", problem)
}

const refuse = (
  key: string,
  reason: ChangeRefusal,
  problem: string,
  lists: Partial<Pick<PriceChangeRefused, "moved" | "warnings">> = {},
) =>
  new PriceChangeRefused({
    reason,
    problem: `Batch ${key} ${problem}`,
    colorways: [],
    stale: [],
    moved: [],
    collisions: [],
    no_return: [],
    warnings: [],
    ...lists,
  })

/** Tells a host's own broker of a publication; whatever comes of that, it is published. */
const tell = Effect.fnUntraced(
  function* (message: PricesPublished) {
    const { publish } = yield* PricePublisher
    yield* publish(message)
  },
  Effect.timeout("5 seconds"),
  Effect.catchCause((cause) => Effect.logWarning("pricing.published could not be published", cause)),
)

const published = Effect.fnUntraced(function* (
  principal: Principal,
  batch_key: string,
  options: PublishOptions,
) {
  const { organization, subject: by } = principal
  const { publish } = yield* PriceChangeRepository
  const callLimits = yield* CallLimits
  const warnings: Array<PriceWarning> = []
  const known = new Map<string, GuardRails>()
  let isNew = false
  let moment: Instant = 0
  let plan: ReturnType<typeof planRevertPart> | undefined
  const publication = yield* publish<PriceChangeRefused | LimitExceeded>(
    organization,
    batch_key,
    { at: currentInstant, by },
    {
      replan: Effect.fnUntraced(
        function* (part: ChangePart, at: Instant, { key, published_at }: PriceBatch) {
          plan ??= planRevertPart({ key, published_at: Date.parse(published_at ?? "") * 1000 }, batch_key)
          return (yield* plan(part, at)).writes
        },
        Effect.provideService(CallLimits, callLimits),
      ),
      facts: (facts, at) => {
        isNew = true
        moment = at
        plan = undefined
        // who keeps batches may begin again, where its database asks for that
        warnings.length = 0
        known.clear()
        const refused = refusalOf(facts, options, at)
        if (refused !== undefined) return refused
        const blocks = facts.brands.some(({ policy }) => policy.enforcement === "block")
        return blocks && facts.batch.reverts === null ? "judge" : "publish"
      },
      part: Effect.fnUntraced(function* (part: ChangePart) {
        const most = mostListed - warnings.length
        if (part.brand?.policy.enforcement !== "block" || most <= 0) return
        const { brand_key, policy, time_zone, used_types } = part.brand
        const judged = { policy, time_zone, usedTypes: new Set(used_types), now: moment }
        const rails = known.get(brand_key) ?? guardRails(judged)
        known.set(brand_key, rails)
        const { product_key, color } = part
        const found = draftWarnings(part, batch_key, rails, most)
        warnings.push(...found.map((warning) => ({ ...warning, product_key, color })))
      }),
      end: () =>
        warnings.length === 0
          ? undefined
          : refuse(batch_key, "blocked", "breaks its brand's price policy, which blocks that", {
              warnings,
            }),
    },
  )
  if (isNew) yield* tell({ organization, ...publication })
  return publication
})

/**
 * Publishes an open batch: its drafts become active and its withdrawals are applied, all at one moment, under the
 * organization's next publication number. Of a batch that is published it gives that publication again.
 *
 * Fails with `NotFound`, `BatchBusy`, `BatchUnsuitable` for a discarded batch, and with `PriceChangeRefused` for an empty
 * one, with `LimitExceeded` (`change_records`) for a way back of very many records, where what it was judged by has moved, where a draft began more than a day of its brand ago, and where the policy of a brand
 * blocks, but for a batch that takes another back. Needs `batch:publish`.
 */
export const publishPriceBatch = operation({
  name: "publishPriceBatch",
  permission: "batch:publish",
  input: Schema.Struct({ batch_key: Key, ...PublishOptions.fields }),
  output: Publication,
  errors: [NotFound, BatchUnsuitable, BatchBusy, LimitExceeded, PriceChangeRefused],
  ports: [PriceChangeRepository],
  limits: [],
  contract: `what one batch holds, ${aHundred}`,
  effect: "publish",
  run: (principal, { batch_key, ...options }) => published(principal, batch_key, options),
})
