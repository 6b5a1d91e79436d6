import * as Schema from "effect/Schema"
import { Amount, sameAmount } from "../kernel/Amount.ts"
import { EffectiveFrom } from "../kernel/EffectiveFrom.ts"
import { BrandedInstant } from "../kernel/Instant.ts"

/** A draft is never in force; an active record is from its instant on, until a later one takes over. */
export const PriceStatus = Schema.Literals(["draft", "active"])
export type PriceStatus = typeof PriceStatus.Type

/** When another time zone moved a record, and its instants until then; `ends_at` of a temporary price. */
export const Rezoned = Schema.Struct({
  at: BrandedInstant,
  effective_at: BrandedInstant,
  ends_at: Schema.NullOr(BrandedInstant),
})
export interface Rezoned extends Schema.Schema.Type<typeof Rezoned> {}

/** What a list shows from an ending on: the price of the list above it, or none, neither in it nor in the lists below that fall back to it. */
export const Ending = Schema.Literals(["fall_back", "not_offered"])
export type Ending = typeof Ending.Type

/** What records say in answers: an amount, or null and what is shown instead. */
export const amountOrEnds = { amount: Schema.NullOr(Amount), ends: Schema.optionalKey(Ending) }

/** The same of a record. */
export const asAnswered = ({ amount, ending }: Pick<PriceRecord, "amount" | "ending">) => ({
  amount,
  ...(ending !== undefined && { ends: ending }),
})

/**
 * One price of one variant in one price list, from an instant on, or an ending: from its instant on the list has no price of its own. Never changed once written, except that a draft becomes active, and
 * that any may be withdrawn.
 *
 * `amount` is null of an ending alone, which `ending` says what is shown from then on: a record has one of the two.
 * `effective_at` is the instant of `effective_from` in the brand's time zone, made by `effectiveInstant`;
 * `sequence` grows with insertion and settles ties. `withdrawn`: from which instant on it is neither draft nor active,
 * and who said so; before that instant it is what it was. `made_at`: when it was written into a batch, to the millisecond;
 * not there where it was not noted, as of what was imported. `ends`: of a temporary price, when it is over, as it was
 * written and as an instant. `returns_from`: of a return, the key of the temporary price that is over then: what holds
 * beneath it, written anew whenever that becomes another amount (`judgeReturns`). `taken_back`: of a price that had begun
 * when its batch was taken back, from which instant on it is over, and by which batch. `withdrawn_in`: which batch withdrew it as it was
 * published. `sets_again`: of a price that was set as a batch was taken back, the key of the one in whose place it stands. These two are given
 * with what batches change alone. `known_at`: from when on the catalog
 * took it for a price, the moment of its publication, of which `publication` is the number, or of its import; of an imported
 * draft when it came; not there where it was not noted. `rezoned`: when its brand's zone moved its instants, and what they
 * were until then, the earliest first. These three `PriceHistory` alone gives.
 */
export const PriceRecord = Schema.Struct({
  record_key: Schema.String,
  variant_key: Schema.String,
  price_type: Schema.String,
  price_list: Schema.String,
  amount: Schema.NullOr(Amount),
  ending: Schema.optionalKey(Ending),
  effective_from: EffectiveFrom,
  effective_at: BrandedInstant,
  status: PriceStatus,
  sequence: Schema.Number,
  batch_key: Schema.NullOr(Schema.String),
  made_at: Schema.optionalKey(BrandedInstant),
  withdrawn: Schema.optionalKey(Schema.Struct({ at: BrandedInstant, by: Schema.String })),
  ends: Schema.optionalKey(Schema.Struct({ at: BrandedInstant, until: Schema.String })),
  returns_from: Schema.optionalKey(Schema.String),
  taken_back: Schema.optionalKey(Schema.Struct({ at: BrandedInstant, by: Schema.String })),
  withdrawn_in: Schema.optionalKey(Schema.String),
  sets_again: Schema.optionalKey(Schema.String),
  known_at: Schema.optionalKey(BrandedInstant),
  publication: Schema.optionalKey(Schema.Number),
  rezoned: Schema.optionalKey(Schema.Array(Rezoned)),
}).check(
  Schema.makeFilter(
    ({ amount, ending }) =>
      (amount === null) !== (ending === undefined) || "a record has an amount, or is an ending",
  ),
)
export interface PriceRecord extends Schema.Schema.Type<typeof PriceRecord> {}

/** A record that is no ending. */
export type Price = PriceRecord & { readonly amount: Amount }

/** Whether the record is a price, and no ending. */
export const isPrice = <Record extends Pick<PriceRecord, "amount">>(
  record: Record,
): record is Record & { readonly amount: Amount } => record.amount !== null

/** What a record says of a price: what it is, or that the list has none. */
export type Said = Pick<PriceRecord, "amount" | "ending">

/** Of a list without a price of its own. */
export const fallsBack: Said = { amount: null, ending: "fall_back" }

/** A record, or a line, as it says it, and nothing else of it. */
export const said = ({ amount, ending }: Said): Said => ({ amount, ...(ending !== undefined && { ending }) })

/** Whether two records say the same; none at all says what an ending does from which on a list falls back. */
export const saysSame = (a: Said = fallsBack, b: Said = fallsBack): boolean =>
  a.amount !== null && b.amount !== null
    ? sameAmount(a.amount, b.amount)
    : a.amount === b.amount && a.ending === b.ending
