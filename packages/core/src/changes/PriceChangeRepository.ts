import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type {
  BatchBusy,
  BatchPublished,
  BatchUnsuitable,
  NotFound,
  TooManyOpen,
  Unavailable,
} from "../kernel/errors.ts"
import type { Instant } from "../kernel/Instant.ts"
import type { Found } from "../kernel/Listing.ts"
import type { PricePolicy } from "../prices/PricePolicy.ts"
import type { PriceRecord } from "../prices/PriceRecord.ts"
import type { HangtagError } from "./HangtagError.ts"
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
import type { ColorwayFound, ColorwayWrites } from "./rules/changeColorway.ts"
import type { NewDraft } from "./rules/planChange.ts"

/** When, and by whom. */
export interface Act {
  readonly at: Instant
  readonly by: string
}

/** The same of a change that waits for its turn: its moment may be one that is asked for only then. */
export interface Acting {
  readonly at: Instant | Effect.Effect<Instant>
  readonly by: string
}

/** For who keeps price changes: when a change that has its turn is made, never before the publication before it. */
export const actOf = ({ at, by }: Acting, last: Instant | null): Effect.Effect<Act> =>
  Effect.map(Effect.isEffect(at) ? at : Effect.succeed(at), (now) => ({
    at: last === null ? now : Math.max(now, last),
    by,
  }))

/** A moment of a batch, by its instant. */
export interface BatchMomentFound extends Omit<BatchMoment, "at"> {
  readonly at: Instant
}

/** A brand as it is at the moment of a change. */
export interface ChangingBrand {
  readonly brand_key: string
  readonly time_zone: string
  readonly policy: PricePolicy
  /** As `BrandPricing`'s. */
  readonly used_types: ReadonlyArray<string>
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
      /** Variants that are retired too, which `gone` names. */
      readonly andGone?: boolean
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

/** What is planned: at once, or as an effect where it is so much that it takes turns with everything else. */
export type Planned<A, E extends HangtagError> = A | E | Effect.Effect<A, E>

/** For who keeps price changes: does what is planned. */
export const doPlanned = <A extends object, E extends HangtagError>(
  planned: Planned<A, E>,
): Effect.Effect<A, E> => {
  if (Effect.isEffect(planned)) return planned as Effect.Effect<A, E>
  return "_tag" in planned ? Effect.fail(planned as E) : Effect.succeed(planned as A)
}

/** How a change is planned: `part` for each part in turn, then `end`. Either gives an error to give all of it up. */
export interface ChangeWork<E extends HangtagError> {
  readonly scope: ChangeScope
  /**
   * Of each pair the records in force then are read, and all later ones; null: all there ever were. Of a batch that is
   * filled again from where its first line begins, if that is earlier (`PairBasis.since`).
   */
  readonly since: Instant | null
  /** Of a part that has more records than these it is enough to give one more. */
  readonly mostRecords?: number
  readonly part: (found: ChangePart) => Planned<ColorwayWrites, E>
  readonly end: () => E | undefined
}

/** Where a change is written. */
export interface ChangeTarget {
  /** An open price change; null: a new one, with a key of `batchKey`. */
  readonly batch_key: string | null
  /** An open price change of the brand that the new one takes the place of: read as it is, and discarded with the write. */
  readonly replaces?: string | null
  /** Of a new one. */
  readonly name: string | null
  readonly brand_key: string | null
  readonly reverts: string | null
  /** Plans only: nothing is written, and no batch is made. */
  readonly dry: boolean
  /** As `create`'s, for a new one; none unless told. */
  readonly openLimit?: number
}

/** A brand of which a batch that is to be published has drafts, and the one of them that begins first. */
export interface PublishingBrand extends ChangingBrand {
  readonly first: Pick<NewDraft, "effective_from" | "effective_at">
}

/** What takes a batch back: `ended` are prices of it that have begun, which are over with the publication. */
export interface RevertWrites extends ColorwayWrites {
  readonly ended: ReadonlyArray<Pick<PriceRecord, "record_key" | "variant_key" | "price_type">>
}

/** A batch that is to be published. */
export interface PublishFacts {
  readonly batch: PriceBatch
  /**
   * Those of `movedPair` of every pair with a basis, and of what has come into the colorways that the batch was judged for
   * and holds a basis of (`variantMoves`), by variant key and price type; the first hundred.
   */
  readonly moved: ReadonlyArray<MovedPair>
  /** Of its drafts' products, by key. */
  readonly brands: ReadonlyArray<PublishingBrand>
}

/**
 * How a publish is judged at its moment: `facts`, and where it says `judge` then `part` for every colorway that the batch has drafts
 * of (scope `batch`, all records) and `end`. Of a batch that takes another back all of it is planned anew before that:
 * `replan` is given every part of the other one (scope `batch`).
 */
export interface PublishWork<E extends HangtagError> {
  readonly replan: (found: ChangePart, at: Instant, reverted: PriceBatch) => Planned<RevertWrites, E>
  readonly facts: (facts: PublishFacts, at: Instant) => E | "publish" | "judge"
  readonly part: (found: ChangePart) => void | Effect.Effect<void>
  readonly end: () => E | undefined
}

/**
 * Keeps price changes of one organization: batches, the drafts and withdrawals that they hold, what they were judged by,
 * and their publications.
 *
 * Promises: nothing of another organization is ever seen or changed. Changes, discards and publishes of one organization
 * take turns: what one reads is of one moment and stays so until it has written, and none deadlocks; the moment is asked
 * for in the turn, and is never before the publication before it; who waits for more
 * than some seconds may fail with `BatchBusy`. Failing, refused or interrupted, none has changed anything. Only an open
 * batch changes.
 */
export class PriceChangeRepository extends Context.Service<
  PriceChangeRepository,
  {
    /**
     * Makes an open batch; without a key one of `batchKey` that is free. Fails where the key is taken or the brand unknown,
     * and with `TooManyOpen` where `openLimit` batches of the organization are open, however many are made at once.
     * `Infinity` limits none.
     */
    readonly create: (
      organization: string,
      batch: NewPriceBatch,
      act: Acting,
      openLimit: number,
    ) => Effect.Effect<PriceBatch, NotFound | BatchUnsuitable | BatchBusy | TooManyOpen | Unavailable>
    /** The batch with its counts. */
    readonly find: (
      organization: string,
      batchKey: string,
    ) => Effect.Effect<Option.Option<PriceBatch>, Unavailable>
    /** A page, the batch made last first, with the total of matches: counted no further than one more than `mostCounted`. */
    readonly list: (
      organization: string,
      query: PriceBatchQuery,
    ) => Effect.Effect<Omit<PriceBatchPage, "total_is_exact">, Unavailable>
    /**
     * What a batch changes when, by instant and price type, all of one moment: its counts are added up from all that it
     * holds and withdraws. What it published and somebody has withdrawn since is left out, though `counts` of the batch
     * tell of it: it changes nothing any more. Of an unknown batch there are none.
     */
    readonly moments: (
      organization: string,
      batchKey: string,
      query: BatchMomentQuery,
    ) => Effect.Effect<Found<BatchMomentFound>, Unavailable>
    /** Withdraws the drafts that an open batch holds and ends it; it still shows them. One that is discarded stays so. */
    readonly discard: (
      organization: string,
      batchKey: string,
      act: Acting,
    ) => Effect.Effect<PriceBatch, NotFound | BatchPublished | BatchBusy | Unavailable>
    /**
     * Writes what `work` plans into the target: drafts with the next sequences in their order, of the batch's key, made
     * at the act's moment; the
     * keys of records that publishing it is to withdraw, without those that are released; drafts that are replaced are
     * withdrawn; the bases, and the variants that colorways were judged for.
     *
     * `begin` is given the target's brand, or null where the target names none, the key of the batch (null when
     * dry), and the moment. Gives the batch as it is then; null when dry. Fails with `NotFound` for an unknown brand or batch, with
     * `BatchUnsuitable` for a batch that is no price change, discarded, or another brand's, and as `create` where as many
     * are open as may be.
     */
    readonly change: <E extends HangtagError>(
      organization: string,
      target: ChangeTarget,
      act: Acting,
      begin: (brand: ChangingBrand | null, batchKey: string | null, at: Instant) => Planned<ChangeWork<E>, E>,
    ) => Effect.Effect<
      PriceBatch | null,
      E | NotFound | BatchPublished | BatchUnsuitable | BatchBusy | TooManyOpen | Unavailable
    >
    /**
     * Publishes an open batch unless `work` gives an error: returns of the variants and types that it is about are judged
     * anew (`judgeReturns`), and are the batch's where that writes or withdraws any; the drafts it holds become active, each with the next
     * sequence, in the order of variant key, price type, `priceOrder`; the active records that it withdraws and that have
     * not begun by `act.at` are withdrawn; and the publication gets the organization's next number, from 1 on without
     * gaps. Its hash is the SHA-256 of `publicationLine` of every record that the batch holds (`set`, with the new
     * sequence) and of every one that was withdrawn, in that order, `set` before `withdraw`, with a line feed between.
     *
     * Of a published batch it gives the publication again, and asks nothing; of one that was published before there were
     * publications `BatchUnsuitable`, as for a discarded one.
     */
    readonly publish: <E extends HangtagError>(
      organization: string,
      batchKey: string,
      act: Acting,
      work: PublishWork<E>,
    ) => Effect.Effect<Publication, E | NotFound | BatchUnsuitable | BatchBusy | Unavailable>
    /**
     * Withdraws a draft that is in no batch, and gives the record as it then is; one of a batch, an active one, and one that is
     * withdrawn stay as they are. None is the record of another organization.
     */
    readonly withdrawDraft: (
      organization: string,
      recordKey: string,
      act: Acting,
    ) => Effect.Effect<Option.Option<PriceRecord>, BatchBusy | Unavailable>
    /**
     * The names in a selection that no product of the brand has, and colors that none of its variants has, each list in its
     * order; retired products and variants count as none.
     */
    readonly unknownNames: (
      organization: string,
      brandKey: string,
      selection: PriceSelection,
    ) => Effect.Effect<UnknownNames, Unavailable>
    /** Those after a number, in order. */
    readonly publications: (
      organization: string,
      after: number,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<Publication>, Unavailable>
  }
>()("@hangtag/core/ports/PriceChangeRepository") {}
