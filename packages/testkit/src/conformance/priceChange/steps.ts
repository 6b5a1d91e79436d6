import {
  type Act,
  type BatchToMake,
  basePriceList,
  CallingOrganization,
  type CatalogWriter,
  type ChangePart,
  type ChangeReading,
  type ColorwayWrites,
  type NewDraft,
  noWrites,
  type PairBasis,
  PriceChangeRepository,
  PriceHistory,
  type PricePolicyRepository,
  type PriceRecord,
  type TakeBack,
  Transaction,
} from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import {
  aBrand,
  aNewPriceBatch,
  aPriceEntry,
  aProductEntry,
  aVariantEntry,
  instantOf,
} from "../../builders/index.ts"
import type { CatalogSeed } from "../../seed/CatalogSeed.ts"
import { promisesOf } from "../suite/promisesOf.ts"

export { noWrites }

export const promises = promisesOf<
  PriceChangeRepository | Transaction | CatalogWriter | PriceHistory | PricePolicyRepository
>()

export const act: Act = { at: instantOf("2026-06-01"), by: "ann" }
export const later: Act = { at: instantOf("2026-06-02"), by: "bob" }

const variant = (variant_key: string, color = "Black") => aVariantEntry({ variant_key, color })

/** As an operation of the organization does it. */
const as = <A, E, R>(organization: string, effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(effect, CallingOrganization, organization)

/** Product P1 of brand B1 with black variants A and B and a red one C, P2 with D; A has a MAP in force and one to come. */
export const stock: CatalogSeed = {
  brands: [aBrand({ time_zone: "America/New_York" }), aBrand({ brand_key: "B2" })],
  products: [
    aProductEntry({ labels: ["fall"], variants: [variant("B"), variant("A"), variant("C", "Red")] }),
    aProductEntry({ product_key: "P2", source: "scraper", variants: [variant("D")] }),
    aProductEntry({ product_key: "P3", brand_key: "B2", variants: [variant("E")] }),
  ],
  prices: [
    aPriceEntry({ variant_key: "A", amount: "100.0" }),
    aPriceEntry({ variant_key: "A", amount: "120", effective_from: "2026-12-01" }),
    aPriceEntry({ variant_key: "B", price_type: "MSRP", amount: "150" }),
  ],
}

export const aDraft = (with_: Partial<NewDraft> = {}): NewDraft => {
  const effective_from = with_.effective_from ?? "2026-07-01"
  return {
    variant_key: "A",
    price_type: "MAP",
    price_list: basePriceList,
    amount: "90.00",
    effective_from,
    effective_at: instantOf(effective_from, "America/New_York"),
    ...with_,
  }
}

export const aBasis = (with_: Partial<PairBasis> = {}): PairBasis => ({
  variant_key: "A",
  price_type: "MAP",
  price_list: basePriceList,
  at: act.at,
  incumbent: null,
  future: [],
  returns: [],
  lines: [],
  since: act.at,
  ...with_,
})

export const black = { product_key: "P1", color: "Black" }

/** Does something in the organization's turn, in one transaction. */
export const inTurn = Effect.fnUntraced(function* <A, E, R>(
  organization: string,
  change: (changes: PriceChangeRepository["Service"]) => Effect.Effect<A, E, R>,
  batchKeys: ReadonlyArray<string> = [],
) {
  const changes = yield* PriceChangeRepository
  const { atomically } = yield* Transaction
  return yield* as(
    organization,
    atomically(Effect.andThen(changes.lock(organization, batchKeys), change(changes))),
  )
})

/** Makes a batch in the organization's turn. */
export const create = (
  organization: string,
  with_: Partial<BatchToMake> = {},
  openLimit = Number.POSITIVE_INFINITY,
) =>
  inTurn(organization, (changes) =>
    changes.create(organization, { ...aNewPriceBatch(), ...with_ }, act, openLimit),
  )

/** An open batch; without a key a new one. */
interface Target extends Partial<Omit<BatchToMake, "key" | "kind">> {
  readonly batch_key?: string | null
}

const readingOf = Effect.fnUntraced(function* (
  organization: string,
  {
    scope = { kind: "colorways", colorways: [black] },
    since = act.at,
    ...reading
  }: Partial<Omit<ChangeReading, "brand" | "batch_key">>,
  { batch_key = null, brand_key = "B1" }: Target,
) {
  const changes = yield* PriceChangeRepository
  const brand = brand_key === null ? null : Option.getOrNull(yield* changes.brand(organization, brand_key))
  return { ...reading, scope, since, brand, batch_key } satisfies ChangeReading
})

/** Writes what is planned of each part that is read, of the black colorway of P1 by default, and gives the batch. */
export const change = (
  organization: string,
  plan: (part: ChangePart) => ColorwayWrites,
  {
    target = {},
    by = act,
    ...reading
  }: Partial<ChangeReading> & { readonly target?: Target; readonly by?: Act } = {},
) => {
  const { batch_key = null, ...batch } = target
  return inTurn(
    organization,
    Effect.fnUntraced(function* (changes) {
      const made = { ...aNewPriceBatch(), brand_key: "B1", ...batch, kind: "price_change" } as const
      const key = batch_key ?? (yield* changes.create(organization, made, by, Number.POSITIVE_INFINITY)).key
      const asked = yield* readingOf(organization, reading, target)
      yield* Stream.runForEach(changes.colorways(organization, asked), (parts) =>
        Effect.forEach(parts, (part) => changes.write(organization, key, plan(part), by), { discard: true }),
      )
      return Option.getOrThrow(yield* changes.find(organization, key))
    }),
    batch_key === null ? [] : [batch_key],
  )
}

/** Writes drafts into a batch and gives its key. */
export const drafted = (
  organization: string,
  drafts: ReadonlyArray<NewDraft>,
  batch_key: string | null = null,
) =>
  Effect.map(
    change(organization, () => ({ ...noWrites, drafts }), { target: { batch_key } }),
    (batch) => batch.key,
  )

/** Every part that is read. */
export const partsRead = Effect.fnUntraced(function* (
  organization: string,
  reading: Partial<ChangeReading> = {},
  target: Target = {},
) {
  const { colorways } = yield* PriceChangeRepository
  const { atomically } = yield* Transaction
  const asked = yield* readingOf(organization, reading, target)
  return (yield* as(organization, atomically(Stream.runCollect(colorways(organization, asked))))).flat()
})

/** Publishes a batch that is open, and gives its publication, with what was found before. */
export const publish = (organization: string, batch_key: string, by = later) =>
  inTurn(
    organization,
    Effect.fnUntraced(function* (changes) {
      const known = yield* changes.publicationOf(organization, batch_key)
      if (Option.isSome(known)) return { publication: known.value, facts: undefined }
      const facts = yield* changes.facts(organization, batch_key, by.at)
      return { publication: yield* changes.publish(organization, batch_key, by), facts }
    }),
    [batch_key],
  )

/** Discards an open batch, and gives it as it is then. */
export const discard = (organization: string, batch_key: string, by = later) =>
  inTurn(
    organization,
    Effect.fnUntraced(function* (changes) {
      yield* changes.discard(organization, batch_key, by)
      return Option.getOrThrow(yield* changes.find(organization, batch_key))
    }),
    [batch_key],
  )

export const note = (organization: string, batch_key: string, text: string | null, by = later) =>
  inTurn(organization, (changes) => changes.note(organization, batch_key, text, by))

/** Every record of a product as text, withdrawn ones with who withdrew them. */
export const seen = Effect.fnUntraced(function* (organization: string, product_key = "P1") {
  const { records } = yield* PriceHistory
  const found = Option.getOrUndefined(
    yield* records(organization, { product_key, color: null }, { price_type: null, limit: 1000 }),
  )
  return found?.records.map(
    ({ variant_key, price_type, amount, effective_from, status, withdrawn }) =>
      `${variant_key} ${price_type} ${amount} from ${effective_from} ${status}${withdrawn ? ` withdrawn by ${withdrawn.by}` : ""}`,
  )
})

export const batchOf = Effect.fnUntraced(function* (organization: string, key: string) {
  const changes = yield* PriceChangeRepository
  return Option.getOrNull(yield* changes.find(organization, key))
})

/** Publishes a batch that sets a price in the place of one that it withdraws, and at the same moment another that withdraws that too. */
export const setInPlace = Effect.fnUntraced(function* (organization: string) {
  const future = ({ pairs }: ChangePart, amount: string) =>
    pairs.flatMap(({ records }) => records.filter((record) => record.amount === amount))
  const { key } = yield* change(organization, (part) => {
    const withdrawals = future(part, "120")
    return { ...noWrites, withdrawals, drafts: [aDraft({ sets_again: withdrawals[0]!.record_key })] }
  })
  yield* publish(organization, key)
  const other = yield* change(organization, (part) => ({ ...noWrites, withdrawals: future(part, "90.00") }))
  yield* publish(organization, other.key)
  return { key, other: other.key }
})

/** Of what was set in a place so: which batch withdrew each, and the amount of which it is in the place of. */
export const placesOf = (records: ReadonlyArray<PriceRecord>) =>
  records
    .map(({ amount, withdrawn_in, sets_again }) => {
      const place = records.find(({ record_key }) => record_key === sets_again)
      return [amount, withdrawn_in ?? null, sets_again === undefined ? null : (place?.amount ?? "unknown")]
    })
    .sort()

/** Publishes a batch, others that take it and each other back, and leaves one open; gives the batch, and which take others back. */
export const takenBackBatches = Effect.fnUntraced(function* (organization: string) {
  const made = (reverts: string | null) =>
    Effect.map(
      change(organization, () => ({ ...noWrites, drafts: [aDraft()] }), { target: { reverts } }),
      ({ key }) => key,
    )
  const published = Effect.fnUntraced(function* (day: number, reverts: string | null) {
    const key = yield* made(reverts)
    yield* publish(organization, key, { at: instantOf(`2026-06-0${day}`), by: "bob" })
    return key
  })
  const key = yield* published(1, null)
  const take_backs: Array<TakeBack> = []
  for (const [index, of] of [-1, 0, 1, -1].entries()) {
    const reverts = take_backs[of]?.key ?? key
    take_backs.push({ key: yield* published(2 + index, reverts), reverts })
  }
  yield* made(key)
  return { key, take_backs }
})
