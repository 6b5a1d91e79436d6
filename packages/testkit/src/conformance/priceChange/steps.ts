import {
  type Act,
  type CatalogWriter,
  type ChangePart,
  type ChangeTarget,
  type ChangeWork,
  type ColorwayWrites,
  type HangtagError,
  type NewDraft,
  type PairBasis,
  PriceChangeRepository,
  PriceHistory,
  type PricePolicyRepository,
  type PublishFacts,
} from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { aBrand, aPriceEntry, aProductEntry, aVariantEntry, instantOf } from "../../builders/index.ts"
import type { CatalogSeed } from "../../seed/CatalogSeed.ts"

export type Ports = PriceChangeRepository | CatalogWriter | PriceHistory | PricePolicyRepository

export const act: Act = { at: instantOf("2026-06-01"), by: "ann" }
export const later: Act = { at: instantOf("2026-06-02"), by: "bob" }

const variant = (variant_key: string, color = "Black") => aVariantEntry({ variant_key, color })

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
    amount: "90.00",
    effective_from,
    effective_at: instantOf(effective_from, "America/New_York"),
    ...with_,
  }
}

export const aBasis = (with_: Partial<PairBasis> = {}): PairBasis => ({
  variant_key: "A",
  price_type: "MAP",
  at: act.at,
  incumbent: null,
  future: [],
  returns: [],
  lines: [],
  since: act.at,
  ...with_,
})

export const noWrites: ColorwayWrites = {
  drafts: [],
  withdrawals: [],
  released: [],
  replaced: [],
  bases: [],
}

export const aTarget = (with_: Partial<ChangeTarget> = {}): ChangeTarget => ({
  batch_key: null,
  name: null,
  brand_key: "B1",
  reverts: null,
  dry: false,
  ...with_,
})

export const black = { product_key: "P1", color: "Black" }

/** Reads colorways, the black one of P1 unless told, and writes what is planned of each. */
export const aWork = <E extends HangtagError = never>(
  part: ChangeWork<E>["part"],
  with_: Partial<Omit<ChangeWork<E>, "part">> = {},
): ChangeWork<E> => ({
  scope: { kind: "colorways", colorways: [black] },
  since: act.at,
  part,
  end: () => undefined,
  ...with_,
})

export const change = Effect.fnUntraced(function* <E extends HangtagError = never>(
  organization: string,
  part: ChangeWork<E>["part"],
  {
    target = {},
    by = act,
    ...work
  }: Partial<Omit<ChangeWork<E>, "part">> & {
    readonly target?: Partial<ChangeTarget>
    readonly by?: Act
  } = {},
) {
  const changes = yield* PriceChangeRepository
  return yield* changes.change<E>(organization, aTarget(target), by, () => aWork<E>(part, work))
})

/** Writes drafts into a batch and gives its key. */
export const drafted = (
  organization: string,
  drafts: ReadonlyArray<NewDraft>,
  batch_key: string | null = null,
) =>
  Effect.map(
    change(organization, () => ({ ...noWrites, drafts }), { target: { batch_key } }),
    (batch) => batch!.key,
  )

/** Every part that a change is given, and nothing written. */
export const partsRead = Effect.fnUntraced(function* (
  organization: string,
  work: Partial<Omit<ChangeWork<never>, "part">> = {},
  target: Partial<ChangeTarget> = { dry: true },
) {
  const parts: Array<ChangePart> = []
  const keep = (part: ChangePart) => {
    parts.push(part)
    return noWrites
  }
  yield* change(organization, keep, { ...work, target })
  return parts
})

export const publish = Effect.fnUntraced(function* (organization: string, batch_key: string, by = later) {
  const changes = yield* PriceChangeRepository
  const seen: Array<PublishFacts> = []
  const publication = yield* changes.publish<never>(organization, batch_key, by, {
    replan: () => ({ ...noWrites, ended: [] }),
    facts: (facts) => {
      seen.push(facts)
      return "publish"
    },
    part: () => undefined,
    end: () => undefined,
  })
  return { publication, facts: seen[0] }
})

/** Every record of a product as text, withdrawn ones with who withdrew them. */
export const told = Effect.fnUntraced(function* (organization: string, product_key = "P1") {
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
