import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Stream from "effect/Stream"
import type { BatchBusy, BatchUnsuitable, NotFound, TooManyOpen, Unavailable } from "../kernel/errors.ts"
import type { BrandedInstant } from "../kernel/Instant.ts"
import type { Found } from "../kernel/Listing.ts"
import type { PricePolicy } from "../lists/PricePolicy.ts"
import type { PriceRecord } from "../prices/PriceRecord.ts"
import type {
  BatchMoment,
  BatchMomentQuery,
  NewPriceBatch,
  PriceBatch,
  PriceBatchPage,
  PriceBatchQuery,
  Publication,
} from "./PriceBatch.ts"
import type { ColorwayKey, MovedPair } from "./PriceChange.ts"
import type { ColorwayFound } from "./rules/ColorwayFound.ts"
import type { ColorwayWrites, NewDraft } from "./rules/colorwayWrites.ts"
import type { TakeBack } from "./rules/takeBacks.ts"

/** When, and by whom. */
export interface Act {
  readonly at: BrandedInstant
  readonly by: string
}

/** A moment of a batch, by its instant. */
export interface BatchMomentFound extends Omit<BatchMoment, "at"> {
  readonly at: BrandedInstant
}

/** A brand as it is at the moment of a change. */
export interface ChangingBrand {
  readonly brand_key: string
  readonly time_zone: string
  readonly policy: PricePolicy
  /** As `BrandPricing`'s. */
  readonly used_types: ReadonlyArray<string>
  readonly base_currency?: string
}

/** Products of a brand: null is any; a list of each that is given has to have theirs. An empty list selects nothing. */
export interface PriceSelection {
  readonly product_keys: ReadonlyArray<string> | null
  /** Of their latest version. */
  readonly label_keys: ReadonlyArray<string> | null
  readonly source: ReadonlyArray<string> | null
  readonly colors: ReadonlyArray<string> | null
}

/** Of the names in a selection those that a brand has nothing of: most often they are misspelled. */
export type UnknownNames = { readonly [Name in keyof PriceSelection]: ReadonlyArray<string> }

/** Variants of a batch by their keys, or by the colorways that they are of now. */
export type BatchPart =
  | { readonly variant_keys: ReadonlyArray<string> }
  | { readonly colorways: ReadonlyArray<ColorwayKey> }

/**
 * Which variants a change is about. `colorways`: one part each, in their order, empty where there is none. `selection`:
 * the brand's colorways by product key and color, those without variants left out. `batch`: the variants of the records
 * that a batch holds or withdrew, and of those that it published for pairs with a basis, though they are withdrawn since,
 * by brand, product and color, retired ones too.
 */
export type ChangeScope =
  | {
      readonly kind: "colorways"
      readonly colorways: ReadonlyArray<{ readonly product_key: string; readonly color: string }>
    }
  | { readonly kind: "selection"; readonly selection: PriceSelection }
  | {
      readonly kind: "batch"
      readonly batch_key: string
      /** Some of these variants only, and with them those that the batch was only judged by. */
      readonly of?: BatchPart
    }

/** A part of a change as it is found; a colorway of very many variants may come in several parts. */
export interface ChangePart extends ColorwayFound {
  /** Of the colorway; null where the product is unknown, retired or another brand's. */
  readonly brand: ChangingBrand | null
  /** The place in `ChangeScope.colorways`; 0 in other scopes. */
  readonly index: number
}

/** What is read for a change. */
export interface ChangeReading {
  readonly scope: ChangeScope
  /** Of which price lists records are read; left out: of `base`. In the scope of a batch those that it has a price of are read too. */
  readonly price_lists?: ReadonlyArray<string>
  /** Of the colorways; those of others have none. Null in the scope of a batch, which has colorways of any brand. */
  readonly brand: ChangingBrand | null
  /** The batch whose drafts, withdrawals and bases count; null: a new one, which has none. In the scope of a batch that one. */
  readonly batch_key: string | null
  /**
   * Of each pair the records in force then are read, and all later ones; null: all there ever were. Of a batch that is
   * filled again from where its first line begins, if that is earlier (`PairBasis.since`).
   */
  readonly since: BrandedInstant | null
  /** Of a part that has more records than these it is enough to give one more. */
  readonly mostRecords?: number
}

/** A brand of which a batch that is to be published has drafts, and the one of them that begins first. */
export interface PublishingBrand extends ChangingBrand {
  readonly first: Pick<NewDraft, "effective_from" | "effective_at">
}

/** An open batch before it is published. */
export interface PublishFacts {
  /**
   * Those of `movedPair` of every pair with a basis, and of what has come into the colorways that the batch was judged for
   * and holds a basis of (`variantMoves`), by `pairOrder`; the first hundred.
   */
  readonly moved: ReadonlyArray<MovedPair>
  /** Whether a line that it was judged for `isOfAbove`; the prices of lists above are read where one is. */
  readonly is_of_above: boolean
  /** Of its drafts' products, by key. */
  readonly brands: ReadonlyArray<PublishingBrand>
}

/** A batch to be made; `reverts`: the one that it takes back, none if left out. */
export interface BatchToMake extends NewPriceBatch {
  readonly reverts?: string | null
}

/**
 * Keeps price changes of one organization: batches, the drafts and withdrawals that they hold, what they were judged by,
 * and their publications.
 *
 * A change is one transaction (`Transaction.atomically`) that begins with `lock`; reads may be outside of any:
 *
 * ```ts
 * atomically(
 *   Effect.gen(function* () {
 *     yield* lock(organization, ["PC-1"])
 *     const at = Math.max(now, (yield* lastPublished(organization)) ?? now)
 *     const reading = { scope, brand, batch_key: "PC-1", since: at }
 *     yield* Stream.runForEach(colorways(organization, reading), (parts) =>
 *       write(organization, "PC-1", plan(parts), { at, by: "ann" }),
 *     )
 *   }),
 * )
 * ```
 *
 * Promises: nothing of another organization is ever seen or changed. Of an organization's changes one has the lock at a
 * time: what it reads stays so until its transaction ends, each of its reads sees what it has written before, and none
 * deadlocks. Whatever waits for another transaction for more than some seconds may fail with `BatchBusy`. A transaction that
 * fails, or is interrupted, has changed nothing. No method calls back.
 */
export class PriceChangeRepository extends Context.Service<
  PriceChangeRepository,
  {
    /**
     * Takes the organization's turn until the surrounding transaction ends: no other change has it, no import writes, and
     * nothing is filled into the batches of these keys, where there are such.
     */
    readonly lock: (
      organization: string,
      batchKeys: ReadonlyArray<string>,
    ) => Effect.Effect<void, BatchBusy | Unavailable>
    /** The moment of the last publication. */
    readonly lastPublished: (organization: string) => Effect.Effect<BrandedInstant | null, Unavailable>
    /** The brand as it is. */
    readonly brand: (
      organization: string,
      brandKey: string,
    ) => Effect.Effect<Option.Option<ChangingBrand>, Unavailable>
    /**
     * Makes an open batch; without a key one of `batchKey` that is free. Fails where the key is taken or the brand unknown,
     * and with `TooManyOpen` where `openLimit` batches of the organization are open. `Infinity` limits none.
     */
    readonly create: (
      organization: string,
      batch: BatchToMake,
      act: Act,
      openLimit: number,
    ) => Effect.Effect<PriceBatch, NotFound | BatchUnsuitable | TooManyOpen | Unavailable>
    /** The batch with its counts. */
    readonly find: (
      organization: string,
      batchKey: string,
    ) => Effect.Effect<Option.Option<PriceBatch>, Unavailable>
    /**
     * A page, the batch made last first, with the total of matches: counted no further than one more than `mostCounted`. Batches
     * are numbered as they are made, by each organization's own count, and no number is given twice: `after` has those of lesser
     * numbers follow, whether or not there still is a batch of its own.
     */
    readonly list: (
      organization: string,
      query: PriceBatchQuery,
    ) => Effect.Effect<Omit<PriceBatchPage, "total_is_exact">, Unavailable>
    /**
     * What a batch changes when, by instant, price type and list, all of one moment: its counts are added up from all that it
     * holds and withdraws, as `counts` of the batch are: also what it published and another has withdrawn since. Of an unknown
     * batch there are none.
     */
    readonly moments: (
      organization: string,
      batchKey: string,
      query: BatchMomentQuery,
    ) => Effect.Effect<Found<BatchMomentFound>, Unavailable>
    /** The price lists of what a batch holds and withdraws, each once, in order; none of an unknown batch. */
    readonly priceLists: (
      organization: string,
      batchKey: string,
    ) => Effect.Effect<ReadonlyArray<string>, Unavailable>
    /**
     * The parts of a scope in its order, some at a time, all of the moment at which the first is read: with the pairs of the batch's
     * bases that have no record, but in the scope of a whole batch. Memory holds some of
     * them. It has to be read within a transaction, and goes on while `write` does.
     */
    readonly colorways: (
      organization: string,
      reading: ChangeReading,
    ) => Stream.Stream<ReadonlyArray<ChangePart>, Unavailable>
    /**
     * Writes what is planned into an open batch: drafts with the next sequences in their order, of the batch's key, made at
     * the act's moment; the keys of records that publishing it is to withdraw, without those that are released; drafts that
     * are replaced are withdrawn; prices that have begun and are `ended` are over from then on, taken back by the batch; the
     * bases, and the variants that colorways were judged for.
     */
    readonly write: (
      organization: string,
      batchKey: string,
      writes: ColorwayWrites,
      act: Act,
    ) => Effect.Effect<void, BatchBusy | Unavailable>
    /** Withdraws the drafts that an open batch holds, and leaves it nothing to withdraw, nor anything that it was judged by. */
    readonly empty: (
      organization: string,
      batchKey: string,
      act: Act,
    ) => Effect.Effect<void, BatchBusy | Unavailable>
    /** Withdraws the drafts that an open batch holds and ends it; it still shows them. */
    readonly discard: (
      organization: string,
      batchKey: string,
      act: Act,
    ) => Effect.Effect<void, BatchBusy | Unavailable>
    /** Writes what is said of a batch, whatever its status; null: nothing. */
    readonly note: (
      organization: string,
      batchKey: string,
      note: string | null,
      act: Act,
    ) => Effect.Effect<void, BatchBusy | Unavailable>
    /** What has moved since an open batch was judged, by a moment, and whose prices it sets. */
    readonly facts: (
      organization: string,
      batchKey: string,
      at: BrandedInstant,
    ) => Effect.Effect<PublishFacts, Unavailable>
    /**
     * Publishes an open batch: returns of the pairs that it is about are judged anew (`judgeReturns`), and are
     * the batch's where that writes or withdraws any; the drafts it holds become active, each with the next sequence, in the
     * order of `priceOrderByPair`; the active records that it withdraws and that have not begun by `act.at`
     * are withdrawn, and of the others none is the batch's any more; and the publication gets the organization's next number, from 1 on without gaps. Its hash is the SHA-256
     * of `publicationLine` of every record that the batch holds (`set`, with the new sequence) and of every one that was
     * withdrawn, in that order, `set` before `withdraw`, with a line feed between.
     */
    readonly publish: (
      organization: string,
      batchKey: string,
      act: Act,
    ) => Effect.Effect<Publication, BatchBusy | Unavailable>
    /** The publication of a batch; none of one that was published before there were publications. */
    readonly publicationOf: (
      organization: string,
      batchKey: string,
    ) => Effect.Effect<Option.Option<Publication>, Unavailable>
    /** The published batches that take others back, in no order. */
    readonly takeBacks: (organization: string) => Effect.Effect<ReadonlyArray<TakeBack>, Unavailable>
    /** Publications after a number, in order. */
    readonly publications: (
      organization: string,
      after: number,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<Publication>, Unavailable>
    /**
     * Withdraws a draft that is in no batch, and gives the record as it then is, with the time zone of its variant's brand; one of a batch, an active one, and one that is
     * withdrawn stay as they are. None is the record of another organization.
     */
    readonly withdrawDraft: (
      organization: string,
      recordKey: string,
      act: Act,
    ) => Effect.Effect<Option.Option<PriceRecord & { readonly time_zone: string }>, BatchBusy | Unavailable>
    /**
     * The names in a selection that no product of the brand has, and colors that none of its variants has, each list in its
     * order; retired products and variants count as none.
     */
    readonly unknownNames: (
      organization: string,
      brandKey: string,
      selection: PriceSelection,
    ) => Effect.Effect<UnknownNames, Unavailable>
  }
>()("@hangtag/core/ports/PriceChangeRepository") {}
