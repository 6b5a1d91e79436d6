import { CatalogWriter, PriceHistory, type PriceRecords } from "@hangtag/core"
import { priceHistoryPromises } from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { blind, broken } from "./broken.ts"
import { notices } from "./notices.ts"

/** Changes what is found. */
const finding = (change: (found: PriceRecords) => Partial<PriceRecords>) =>
  broken(PriceHistory, ({ records }) => ({
    records: (...args) =>
      Effect.map(
        records(...args),
        Option.map((found) => ({ ...found, ...change(found) })),
      ),
  }))

notices("priceHistorySuite", priceHistoryPromises, [
  [
    "orders records by instant first",
    "gives every record, by variant key, price type and priceOrder",
    finding(({ records }) => ({ records: records.toSorted((a, b) => a.effective_at - b.effective_at) })),
  ],
  [
    "leaves drafts out",
    "gives every record, by variant key, price type and priceOrder",
    finding(({ records }) => ({ records: records.filter(({ status }) => status === "active") })),
  ],
  [
    "finds types whatever their case",
    "gives those of a variant, of a color, and of a type, compared exactly",
    broken(PriceHistory, ({ records }) => ({
      records: (organization, of, query) =>
        records(organization, of, { ...query, price_type: query.price_type?.toUpperCase() ?? null }),
    })),
  ],
  [
    "forgets the color",
    "gives those of a variant, of a color, and of a type, compared exactly",
    broken(PriceHistory, ({ records }) => ({
      records: (organization, of, query) =>
        records(organization, "product_key" in of ? { ...of, color: null } : of, query),
    })),
  ],
  [
    "finds variants whatever their case",
    "gives none of an unknown variant or product",
    broken(PriceHistory, ({ records }) => ({
      records: (organization, of, query) =>
        records(
          organization,
          "variant_key" in of ? { variant_key: of.variant_key.toUpperCase() } : of,
          query,
        ),
    })),
  ],
  [
    "leaves withdrawn prices out",
    "tells of withdrawn prices and retired variants",
    finding(({ records }) => ({ records: records.filter(({ withdrawn }) => withdrawn === undefined) })),
  ],
  [
    "counts to the limit",
    "counts no further than one more than the limit, and gives all where they are within it",
    broken(PriceHistory, ({ records }) => ({
      records: (organization, of, query) =>
        Effect.map(
          records(organization, of, query),
          Option.map((found) => ({ ...found, count: Math.min(found.count, query.limit) })),
        ),
    })),
  ],
  [
    "forgets whose prices they are",
    "sees nothing of another organization",
    blind(PriceHistory, CatalogWriter),
  ],
])
