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
import { blind, broken } from "./broken.ts"
import { notices } from "./notices.ts"

/** Changes what is found. */
const finding = (change: (found: ReadonlyArray<ChangedVariant>) => ReadonlyArray<ChangedVariant>) =>
  broken(BatchChanges, ({ variants }) => ({
    variants: (...args) => Stream.map(variants(...args), change),
  }))
const pairing = (change: (pair: ChangedPair) => ChangedPair) =>
  finding((found) => found.map((variant) => ({ ...variant, pairs: variant.pairs.map(change) })))
const none: ReadonlySet<string> = new Set()

notices("batchChangesSuite", batchChangesPromises, [
  [
    "orders variants the other way",
    "gives the variants of a batch, by product key and variant key, with all records of what changes",
    finding((found) => found.toSorted((a, b) => compareText(b.variant_key, a.variant_key))),
  ],
  [
    "gives only what the batch holds",
    "gives the variants of a batch, by product key and variant key, with all records of what changes",
    pairing((pair) => ({
      ...pair,
      records: pair.records.filter(({ record_key }) => pair.held.has(record_key)),
    })),
  ],
  [
    "names products as their first version does",
    "names the product as its latest version does",
    finding((found) => found.map((variant) => ({ ...variant, product_name: "Nine" }))),
  ],
  [
    "forgets withdrawals once they are published",
    "gives what a published batch has published and withdrawn, whatever came later",
    pairing((pair) =>
      pair.records.some(({ withdrawn }) => withdrawn !== undefined) ? { ...pair, withdrawing: none } : pair,
    ),
  ],
  [
    "tells of every withdrawal that was planned",
    "leaves out what a batch holds no more, and withdrawals of what somebody else has withdrawn",
    pairing((pair) => ({
      ...pair,
      withdrawing: new Set(
        pair.records.flatMap(({ record_key, amount }) => (amount === "120" ? record_key : [])),
      ),
    })),
  ],
  [
    "forgets what was withdrawn since",
    "gives what a batch has published and somebody has withdrawn since",
    finding((found) =>
      found.filter(({ pairs }) =>
        pairs.some(({ records, held, withdrawing }) =>
          records.some(
            ({ record_key, withdrawn }) =>
              withdrawing.has(record_key) || (held.has(record_key) && withdrawn === undefined),
          ),
        ),
      ),
    ),
  ],
  [
    "leaves republished prices out",
    "gives what a republish batch was filled with",
    finding((found) =>
      found.filter(({ pairs }) =>
        pairs.some(({ records, held }) =>
          records.some(({ record_key, batch_key }) => held.has(record_key) && batch_key !== null),
        ),
      ),
    ),
  ],
  [
    "leaves out what is without a product that is sold",
    "gives retired variants too",
    broken(BatchChanges, () => ({ variants: () => Stream.empty })),
  ],
  [
    "reads each page when it comes to it",
    "gives everything of the moment at which it began",
    broken(BatchChanges, ({ variants }) => ({
      variants: (...args) =>
        Stream.paginate(0, (page) =>
          Effect.map(Stream.runCollect(variants(...args)), (pages) => [
            pages.slice(page, page + 1),
            page + 1 < pages.length ? Option.some(page + 1) : Option.none<number>(),
          ]),
        ),
    })),
  ],
  [
    "forgets whose batches they are",
    "gives nothing of an unknown batch, or of another organization",
    blind(
      BatchChanges,
      BatchRepository,
      CatalogWriter,
      PriceChangeRepository,
      PriceHistory,
      PricePolicyRepository,
    ),
  ],
])
