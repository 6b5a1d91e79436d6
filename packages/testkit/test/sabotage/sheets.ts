import {
  BatchChanges,
  BatchRepository,
  CatalogWriter,
  type ChangedPair,
  type ChangedVariant,
  compareText,
  PriceChangeRepository,
  PriceHistory,
  PricePolicyRepository,
} from "@hangtag/core"
import { batchChangesPromises } from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { answers, blind, broken } from "./broken.ts"
import { notices } from "./notices.ts"

const finding = (change: (found: ReadonlyArray<ChangedVariant>) => ReadonlyArray<ChangedVariant>) =>
  answers(BatchChanges, "variants", change)
const pairing = (change: (pair: ChangedPair) => Partial<ChangedPair>) =>
  finding((found) =>
    found.map((variant) => ({
      ...variant,
      pairs: variant.pairs.map((pair) => ({ ...pair, ...change(pair) })),
    })),
  )
/** Leaves out variants none of whose records is such a one. */
const withRecord = (is: (record: ChangedPair["records"][number], pair: ChangedPair) => boolean) =>
  finding((found) =>
    found.filter(({ pairs }) => pairs.some((pair) => pair.records.some((record) => is(record, pair)))),
  )

notices("batchChangesSuite", batchChangesPromises, {
  "gives the variants of a batch, by product key and variant key, with all records of what changes": [
    finding((found) => found.toSorted((a, b) => compareText(b.variant_key, a.variant_key))),
    pairing(({ records, held }) => ({ records: records.filter(({ record_key }) => held.has(record_key)) })),
  ],
  "gives each price list of a variant and type by itself, and none that the batch is not about": [
    pairing(() => ({ price_list: "base" })),
    finding((found) =>
      found.map((variant) => ({ ...variant, pairs: [...variant.pairs, ...variant.pairs.slice(0, 1)] })),
    ),
  ],
  "gives what lists have beside those of the batch, where it is asked for, as it was at the publication": [
    broken(BatchChanges, ({ variants }) => ({
      variants: (organization, key) => variants(organization, key),
    })),
    finding((found) =>
      found.map(({ beside, ...variant }) => ({
        ...variant,
        ...(beside && {
          beside: beside.map((pair) => ({ ...pair, records: pair.records.toReversed() })),
        }),
      })),
    ),
  ],
  "names the product as its latest version does": finding((found) =>
    found.map((variant) => ({ ...variant, product_name: "Nine" })),
  ),
  "gives what a published batch has published and withdrawn, without what came later": pairing(
    ({ records }) =>
      records.some(({ withdrawn }) => withdrawn !== undefined) ? { withdrawing: new Set() } : {},
  ),
  // tells of every withdrawal that was planned
  "leaves out what a batch holds no more, and withdrawals of what another has withdrawn": pairing(
    ({ records }) => ({
      withdrawing: new Set(records.flatMap(({ record_key, amount }) => (amount === "120" ? record_key : []))),
    }),
  ),
  "gives what a batch has published and another has withdrawn since": pairing(() => ({ held: new Set() })),
  // knows of what has taken it back alone
  "gives, of an open batch that takes another back, all that take others back": finding((found) =>
    found.map((variant) => {
      const { reverts, ...batch } = variant.batch
      if (reverts === undefined) return variant
      const take_backs = new Map([...reverts.take_backs].filter(([of]) => of === reverts.key))
      return { ...variant, batch: { ...batch, reverts: { ...reverts, take_backs } } }
    }),
  ),
  "gives, of an open batch that takes another back, which batch withdrew a price, and in the place of which one was set":
    [
      pairing(({ records }) => ({ records: records.map(({ withdrawn_in: _, ...record }) => record) })),
      pairing(({ records }) => ({ records: records.map(({ sets_again: _, ...record }) => record) })),
    ],
  "gives what a republish batch was filled with": withRecord(
    ({ record_key, batch_key }, { held }) => held.has(record_key) && batch_key !== null,
  ),
  "gives retired variants too": broken(BatchChanges, () => ({ variants: () => Stream.empty })),
  // reads each page when it comes to it
  "gives everything of the moment at which it began": broken(BatchChanges, ({ variants }) => ({
    variants: (...args) =>
      Stream.paginate(0, (page) =>
        Effect.map(Stream.runCollect(variants(...args)), (pages) => [
          pages.slice(page, page + 1),
          page + 1 < pages.length ? Option.some(page + 1) : Option.none<number>(),
        ]),
      ),
  })),
  "gives nothing of an unknown batch, or of another organization": blind(
    BatchChanges,
    BatchRepository,
    CatalogWriter,
    PriceChangeRepository,
    PriceHistory,
    PricePolicyRepository,
  ),
})
