import {
  type Attributes,
  type Brand,
  CatalogRepository,
  CatalogWriter,
  CrawlDiscoveryRepository,
  ExportRepository,
  instantToText,
  isTimeZone,
  nothingBefore,
  PriceRepository,
  type ProductEntry,
  shownProduct,
  type Unavailable,
  type WriteResult,
} from "@hangtag/core"
import { catalogWriterPromises } from "@hangtag/testkit/conformance"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { instantOf } from "../../src/index.ts"
import { blind, broken, refused } from "./broken.ts"
import { notices } from "./notices.ts"

/** Changes what every method answers. */
const answering = (change: (result: WriteResult) => WriteResult) =>
  broken(CatalogWriter, (writer) => ({
    saveBrands: (...args) =>
      Effect.map(writer.saveBrands(...args), (result) => ({ ...result, ...change(result) })),
    saveProducts: (...args) => Effect.map(writer.saveProducts(...args), change),
    saveShopProducts: (...args) =>
      Effect.map(writer.saveShopProducts(...args), (result) => ({ ...result, ...change(result) })),
    saveShopPrices: (...args) => Effect.map(writer.saveShopPrices(...args), change),
    savePrices: (...args) => Effect.map(writer.savePrices(...args), change),
    saveBatches: (...args) => Effect.map(writer.saveBatches(...args), change),
    saveCrawlDiscoveries: (...args) => Effect.map(writer.saveCrawlDiscoveries(...args), change),
    saveAttributes: (...args) => Effect.map(writer.saveAttributes(...args), change),
  }))

/** Changes products before they are written. */
const products = (change: () => (entry: ProductEntry) => ProductEntry) =>
  broken(CatalogWriter, ({ saveProducts }) => {
    const changed = change()
    return {
      saveProducts: (organization, entries, at) => saveProducts(organization, entries.map(changed), at),
    }
  })

/** Changes brands before they are written. */
const brands = (change: (entry: Brand) => Brand) =>
  broken(CatalogWriter, ({ saveBrands }) => ({
    saveBrands: (organization, entries) => saveBrands(organization, entries.map(change)),
  }))

/** Writes the entries one by one, with others in between. */
const oneByOne = <Entry>(
  entries: ReadonlyArray<Entry>,
  save: (entry: Entry) => Effect.Effect<WriteResult, Unavailable>,
) =>
  Effect.map(
    Effect.forEach(entries, (entry) => Effect.tap(save(entry), Effect.yieldNow)),
    (results): WriteResult => ({
      inserted: results.reduce((sum, result) => sum + result.inserted, 0),
      updated: results.reduce((sum, result) => sum + result.updated, 0),
      unchanged: results.reduce((sum, result) => sum + result.unchanged, 0),
      rejected: results.flatMap((result, index) => result.rejected.map(({ reason }) => ({ index, reason }))),
    }),
  )

notices("catalogWriterSuite", catalogWriterPromises, [
  [
    "writes entry by entry",
    "shows a call's entries all at once",
    broken(CatalogWriter, ({ savePrices }) => ({
      savePrices: (organization, entries) => oneByOne(entries, (entry) => savePrices(organization, [entry])),
    })),
  ],
  [
    "appends a price that is there already",
    "appends prices, and leaves one that is there in every field",
    broken(CatalogWriter, ({ savePrices }) => {
      let written = 0
      return {
        savePrices: (organization, entries) =>
          savePrices(
            organization,
            entries.map((entry) => ({ ...entry, price_type: `${entry.price_type}${written++}` })),
          ),
      }
    }),
  ],
  [
    "refuses a whole call for one entry",
    "rejects prices of unknown variants and batches, and what is no price, and stores the rest",
    broken(CatalogWriter, ({ savePrices }) => ({
      savePrices: (organization, entries) =>
        entries.some((entry) => entry.variant_key === "nobody")
          ? Effect.succeed({
              inserted: 0,
              updated: 0,
              unchanged: 0,
              rejected: entries.map((_, index) => ({ index, reason: "nobody" })),
            })
          : savePrices(organization, entries),
    })),
  ],
  [
    "lets the first entry of a key win",
    "lets a later entry of the same key win",
    broken(CatalogWriter, ({ saveBrands }) => ({
      saveBrands: (organization, entries) => saveBrands(organization, entries.toReversed()),
    })),
  ],
  [
    "keeps time zones as they were",
    "keeps what has begun where a brand's time zone changes, and moves what is to come where that is asked for",
    brands((brand) => ({ ...brand, time_zone: "UTC" })),
  ],
  [
    "touches versions that did not change",
    "inserts, updates and leaves product versions as they are",
    broken(CatalogWriter, ({ saveProducts }) => ({
      saveProducts: (organization, entries, at) =>
        Effect.andThen(
          saveProducts(
            organization,
            entries.map((entry) => ({ ...entry, name: `${entry.name} ` })),
            at,
          ),
          saveProducts(organization, entries, at),
        ),
    })),
  ],
  [
    "takes texts that no database keeps",
    "rejects texts that no database keeps, and stores the rest",
    broken(CatalogWriter, ({ saveBatches }) => ({
      saveBatches: (organization, entries) =>
        saveBatches(
          organization,
          entries.map((entry) => ({ ...entry, key: entry.key.replaceAll("\0", "").toWellFormed() })),
        ),
    })),
  ],
  [
    "takes any key of a batch",
    "rejects a new batch that no URL could name, and stores the rest",
    broken(CatalogWriter, ({ saveBatches }) => ({
      saveBatches: (organization, entries) =>
        saveBatches(
          organization,
          entries.map((entry) => ({ ...entry, key: encodeURIComponent(`${entry.key}-`) })),
        ),
    })),
  ],
  [
    "trims texts",
    "keeps any other text as it is",
    products(() => (entry) => ({
      ...entry,
      variants: entry.variants.map((variant) => ({ ...variant, name: variant.name.trim() })),
    })),
  ],
  [
    "forgets whose catalog it is",
    "neither sees nor changes the same keys of another organization",
    blind(CatalogWriter, CatalogRepository, ExportRepository, PriceRepository),
  ],
  [
    "writes what is there already again",
    [
      "inserts, updates and leaves brands as they are",
      "inserts, updates and leaves product versions as they are",
      "lets an open batch become published, and never the reverse",
      "keeps what somebody selected of a discovery that comes again",
      "keeps and changes the labels of attributes",
      "writes thousands of entries in one call, repeatably",
    ],
    answering((result) => ({ ...result, updated: result.updated + result.unchanged, unchanged: 0 })),
  ],
  [
    "takes what it rejects for done",
    [
      "rejects a product of an unknown brand, or of another brand, and stores the rest",
      "rejects a product with a variant of another product, as a whole",
      "rejects a brand in a time zone that is none",
      "rejects keys with control characters, and stores the rest",
      "lets an open batch become published, and never the reverse",
    ],
    answering((result) => ({
      ...result,
      unchanged: result.unchanged + result.rejected.length,
      rejected: [],
    })),
  ],
  [
    "rejects without saying what is wrong",
    [
      "rejects a product of an unknown brand, or of another brand, and stores the rest",
      "rejects a product with a variant of another product, as a whole",
      "rejects a brand in a time zone that is none",
      "rejects prices of unknown variants and batches, and what is no price, and stores the rest",
      "lets an open batch become published, and never the reverse",
    ],
    answering((result) => ({
      ...result,
      rejected: result.rejected.map(({ index }) => ({ index, reason: "invalid" })),
    })),
  ],
  [
    "compares versions without their variants",
    "updates a product version whose variants changed",
    broken(CatalogWriter, ({ saveProducts }) => {
      const known = new Set<string>()
      return {
        saveProducts: (organization, entries, at) => {
          const fields = entries.map(({ variants: _, ...version }) => JSON.stringify(version))
          const changed = entries.filter((_, index) => !known.has(fields[index]!))
          for (const each of fields) known.add(each)
          return Effect.map(saveProducts(organization, changed, at), (result) => ({
            ...result,
            unchanged: result.unchanged + entries.length - changed.length,
          }))
        },
      }
    }),
  ],
  [
    "stores a product but for the variants of another",
    "rejects a product with a variant of another product, as a whole",
    products(() => {
      const owners = new Map<string, string>()
      const isOwn = (variant: string, product: string) =>
        (owners.get(variant) ?? owners.set(variant, product).get(variant)) === product
      return (entry) => ({
        ...entry,
        variants: entry.variants.filter(({ variant_key }) => isOwn(variant_key, entry.product_key)),
      })
    }),
  ],
  [
    "keeps a variant as it was written last",
    "keeps a variant as the greatest version lists it, whichever comes first",
    products(() => {
      let written = 0
      return (entry) => ({ ...entry, version: ++written })
    }),
  ],
  [
    "forgets the variants of older versions",
    "keeps a variant that newer versions no longer list",
    broken(CatalogWriter, ({ saveProducts }) => ({
      saveProducts: (organization, entries, at) => {
        const latest = Math.max(...entries.map(({ version }) => version))
        return saveProducts(
          organization,
          entries.map((entry) => (entry.version < latest ? { ...entry, variants: [] } : entry)),
          at,
        )
      },
    })),
  ],
  [
    "takes a time zone that is none for UTC",
    "rejects a brand in a time zone that is none",
    brands((brand) => (isTimeZone(brand.time_zone) ? brand : { ...brand, time_zone: "UTC" })),
  ],
  [
    "selects a discovery as the file says, whenever it comes",
    "keeps what somebody selected of a discovery that comes again",
    broken(CatalogWriter, ({ saveCrawlDiscoveries }, ports) => ({
      saveCrawlDiscoveries: (organization, entries, at) =>
        Effect.tap(saveCrawlDiscoveries(organization, entries, at), () =>
          Effect.forEach(entries, (entry) =>
            Effect.ignore(
              Context.get(ports, CrawlDiscoveryRepository).select(organization, entry, entry.selected, at),
            ),
          ),
        ),
    })),
  ],
  [
    "keeps the first label of an attribute",
    "keeps and changes the labels of attributes",
    broken(CatalogWriter, ({ saveAttributes }) => {
      const first = new Map<string, string | null>()
      return {
        saveAttributes: (organization, entries) => {
          for (const { attribute_key, label } of entries)
            if (!first.has(attribute_key)) first.set(attribute_key, label)
          return saveAttributes(
            organization,
            entries.map(({ attribute_key }) => ({ attribute_key, label: first.get(attribute_key)! })),
          )
        },
      }
    }),
  ],
  [
    "writes the first thousand entries of a call",
    "writes thousands of entries in one call, repeatably",
    broken(CatalogWriter, ({ saveProducts }) => ({
      saveProducts: (organization, entries, at) => saveProducts(organization, entries.slice(0, 1_000), at),
    })),
  ],
  [
    "fails of a statement without rows",
    "takes calls without entries",
    broken(CatalogWriter, ({ savePrices }) => ({
      savePrices: (organization, entries) =>
        entries.length === 0 ? refused : savePrices(organization, entries),
    })),
  ],
  [
    "takes a shop's products for those of a history",
    [
      "moves a shop's product to another brand with its prices, and says so",
      "finds what is left in a brand that became another, until the shop has that brand again",
      "moves a variant to the product that a shop lists it for, with its prices, and says so",
      "leaves what a shop's product does not speak of, and says which values it empties",
      "rejects a shop's product whose variants are none of those that it has, where the file does not name them",
      "says which of a shop's products wait for a brand only",
    ],
    broken(CatalogWriter, ({ saveProducts }) => ({
      saveShopProducts: (organization, entries, at) =>
        Effect.map(
          saveProducts(
            organization,
            entries.map((entry) => shownProduct(entry, nothingBefore).entry),
            at,
          ),
          (result) => ({ ...result, moved: [], emptied: [], brandless: [], to_come: [] }),
        ),
    })),
  ],
  [
    "moves what a shop shows without saying so",
    [
      "moves a shop's product to another brand with its prices, and says so",
      "moves a variant to the product that a shop lists it for, with its prices, and says so",
    ],
    broken(CatalogWriter, ({ saveShopProducts }) => ({
      saveShopProducts: (...args) =>
        Effect.map(saveShopProducts(...args), (result) => ({ ...result, moved: [] })),
    })),
  ],
  [
    "touches a shop's products at every import",
    "writes a shop's products as it writes others, and leaves them as they are",
    broken(CatalogWriter, ({ saveShopProducts }) => ({
      saveShopProducts: (organization, entries, at) =>
        Effect.andThen(
          saveShopProducts(
            organization,
            entries.map((entry) => ({ ...entry, name: `${entry.name} ` })),
            at,
          ),
          saveShopProducts(organization, entries, at),
        ),
    })),
  ],
  [
    "takes a shop's prices for those of a history",
    [
      "appends a shop's price where another, or none, is in force",
      "compares a shop's prices of one call with each other",
    ],
    broken(CatalogWriter, ({ savePrices }) => ({
      saveShopPrices: (organization, entries, at) =>
        savePrices(
          organization,
          entries.map(({ product_key: _, effective_from, ...entry }) => ({
            ...entry,
            effective_from: effective_from ?? instantToText(at),
            status: "active",
            batch_key: null,
          })),
        ),
    })),
  ],
  [
    "has a shop's prices always begin now",
    "appends a shop's price from a day on, but from now on where it would never be in force",
    broken(CatalogWriter, ({ saveShopPrices }) => ({
      saveShopPrices: (organization, entries, at) =>
        saveShopPrices(
          organization,
          entries.map((entry) => ({ ...entry, effective_from: null })),
          at,
        ),
    })),
  ],
  [
    "writes a shop's price onto another product's variant",
    "rejects a shop's price of another product's variant, and what is no price, and stores the rest",
    broken(CatalogWriter, ({ saveShopPrices }) => ({
      saveShopPrices: (organization, entries, at) =>
        saveShopPrices(
          organization,
          entries.map((entry) =>
            entry.variant_key === "P1-BLK-9" ? { ...entry, product_key: "P1" } : entry,
          ),
          at,
        ),
    })),
  ],
  [
    "retires prices alone",
    [
      "shows no retired product or variant to anything that is asked",
      "brings back what is saved again, with its prices",
      "retires and withdraws once, and passes over what it does not know",
      "tells what there is of some brands by key, page by page, without what is retired",
    ],
    broken(CatalogWriter, ({ retire }) => ({
      retire: (organization, { prices }, at, by) =>
        retire(organization, { products: [], variants: [], prices }, at, by),
    })),
  ],
  [
    "withdraws no prices",
    [
      "withdraws the price in force as of a moment, and lets no other come into force",
      "retires and withdraws once, and passes over what it does not know",
    ],
    broken(CatalogWriter, ({ retire }) => ({
      retire: (organization, retirement, at, by) =>
        retire(organization, { ...retirement, prices: [] }, at, by),
    })),
  ],
  [
    "forgets who withdrew",
    "withdraws the price in force as of a moment, and lets no other come into force",
    broken(CatalogWriter, ({ retire }) => ({
      retire: (organization, retirement, at) => retire(organization, retirement, at, ""),
    })),
  ],
  [
    "takes a withdrawn price for one in force",
    "appends a price to one that is withdrawn",
    broken(CatalogWriter, ({ saveShopPrices }) => ({
      saveShopPrices: (organization, entries) =>
        saveShopPrices(organization, entries, instantOf("2025-01-01")),
    })),
  ],
  [
    "pages from the beginning",
    "tells what there is of some brands by key, page by page, without what is retired",
    broken(CatalogWriter, ({ contents }) => ({
      contents: (organization, query) => contents(organization, { ...query, after: null }),
    })),
  ],
  [
    "knows every organization",
    "knows an organization once something was written of it",
    broken(CatalogWriter, () => ({ isKnown: () => Effect.succeed(true) })),
  ],
  [
    "takes numbers through floating point",
    "tells numbers of other digits apart",
    products(() => (entry) => ({
      ...entry,
      attributes: JSON.parse(JSON.stringify(entry.attributes)) as Attributes,
    })),
  ],
])
