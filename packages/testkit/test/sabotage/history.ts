import { CatalogWriter, PriceHistory } from "@hangtag/core"
import { priceHistoryPromises } from "@hangtag/testkit/conformance"
import { answers, asks, asksWith, blind } from "./broken.ts"
import { notices } from "./notices.ts"

notices("priceHistorySuite", priceHistoryPromises, {
  "gives every record, by variant key, price type and priceOrder": answers(
    PriceHistory,
    "records",
    ({ records }) => ({ records: records.toSorted((a, b) => a.effective_at - b.effective_at) }),
  ),
  "gives those of a variant, of a color, and of a type, compared exactly": [
    asksWith(PriceHistory, "records", 2, (query) => ({
      price_type: query.price_type?.toUpperCase() ?? null,
    })),
    asksWith(PriceHistory, "records", 1, (of) => ("product_key" in of ? { ...of, color: null } : of)),
  ],
  "gives none of an unknown variant or product": asksWith(PriceHistory, "records", 1, (of) =>
    "variant_key" in of ? { variant_key: of.variant_key.toUpperCase() } : of,
  ),
  "tells of withdrawn prices and retired variants": answers(PriceHistory, "records", ({ records }) => ({
    records: records.filter(({ withdrawn }) => withdrawn === undefined),
  })),
  "gives histories of a thousand prices and more whole": answers(PriceHistory, "records", ({ records }) => ({
    records: records.slice(0, 1_000),
  })),
  "counts no further than one more than the limit, and gives all where they are within it": answers(
    PriceHistory,
    "records",
    ({ count }, [, , { limit }]) => ({ count: Math.min(count, limit) }),
  ),
  "keeps when prices and variants came, where these belonged before, and the instants that another zone moved":
    [
      answers(PriceHistory, "records", ({ records }) => ({
        records: records.map(({ known_at: _, ...record }) => record),
      })),
      answers(PriceHistory, "records", ({ records }) => ({
        records: records.map(({ rezoned: _, ...record }) => record),
      })),
      answers(PriceHistory, "records", ({ variants }) => ({
        variants: variants.map(({ known_at: _, ...variant }) => variant),
      })),
      asksWith(PriceHistory, "records", 2, () => ({ wasKnown: false })),
    ],
  "gives the records of the price lists that are named, of base where none is": asks(
    PriceHistory,
    "records",
    (organization, of, { price_lists: _, ...query }) => [organization, of, query],
  ),
  "sees nothing of another organization": blind(PriceHistory, CatalogWriter),
})
