import {
  type Attributes,
  CatalogRepository,
  CatalogWriter,
  CrawlDiscoveryRepository,
  ExportRepository,
  instantFromMicros,
  instantToText,
  isTimeZone,
  PriceRepository,
  type ProductEntry,
  type Unavailable,
  type WriteResult,
} from "@hangtag/core"
import { nothingBefore, shownProduct } from "@hangtag/core/adapter"
import { catalogWriterPromises } from "@hangtag/testkit/conformance"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { instantOf } from "../../src/index.ts"
import { answers, asks, asksWith, blind, broken, refused } from "./broken.ts"
import { notices } from "./notices.ts"

/** Changes products before they are written. */
const products = (change: () => (entry: ProductEntry) => ProductEntry) =>
  broken(CatalogWriter, ({ saveProducts }) => {
    const changed = change()
    return {
      saveProducts: (organization, entries, at) => saveProducts(organization, entries.map(changed), at),
    }
  })

/** What is there already is written again. */
const again = ({ updated, unchanged }: WriteResult) => ({ updated: updated + unchanged, unchanged: 0 })
/** What is rejected is taken for done. */
const done = ({ unchanged, rejected }: WriteResult) => ({
  unchanged: unchanged + rejected.length,
  rejected: [],
})
/** What is rejected without a word of what is wrong. */
const unsaid = ({ rejected }: WriteResult) => ({
  rejected: rejected.map(({ index }) => ({ index, reason: "invalid" })),
})

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

/** Takes a shop's products for those of a history. */
const plainProducts = broken(CatalogWriter, ({ saveProducts }) => ({
  saveShopProducts: (organization, entries, at) =>
    Effect.map(
      saveProducts(
        organization,
        entries.map((entry) => shownProduct(entry, nothingBefore).entry),
        at,
      ),
      (result) => ({ ...result, moved: [], emptied: [], brandless: [], to_come: [] }),
    ),
}))
/** Takes a shop's prices for those of a history. */
const plainPrices = broken(CatalogWriter, ({ savePrices }) => ({
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
}))
const silentMoves = answers(CatalogWriter, "saveShopProducts", () => ({ moved: [] }))
const retiresPricesAlone = asksWith(CatalogWriter, "retire", 1, ({ prices }) => ({
  products: [],
  variants: [],
  prices,
}))
const withdrawsNothing = asksWith(CatalogWriter, "retire", 1, () => ({ prices: [] }))

notices("catalogWriterSuite", catalogWriterPromises, {
  "shows a call's entries all at once": broken(CatalogWriter, ({ savePrices }) => ({
    savePrices: (organization, entries) => oneByOne(entries, (entry) => savePrices(organization, [entry])),
  })),
  // appends a price that is there already
  "appends prices, and leaves one that is there in every field": broken(CatalogWriter, ({ savePrices }) => {
    let written = 0
    return {
      savePrices: (organization, entries) =>
        savePrices(
          organization,
          entries.map((entry) => ({ ...entry, price_type: `${entry.price_type}${written++}` })),
        ),
    }
  }),
  "rejects prices that hold from beyond the years 0001 to 9999 in UTC on, and stores the rest": asksWith(
    CatalogWriter,
    "savePrices",
    1,
    (entries) =>
      entries.map((entry) =>
        entry.effective_from === "0001-01-01" ? { ...entry, effective_from: "0001-01-01T00:00Z" } : entry,
      ),
  ),
  "keeps prices of lists apart: the same in another list is another, and a shop's prices are of base": [
    asksWith(CatalogWriter, "savePrices", 1, (entries) =>
      entries.map((entry) => ({ ...entry, price_list: "base" })),
    ),
    withdrawsNothing,
  ],
  "appends a shop's prices of a list, finds them and withdraws them, and leaves those of other lists": [
    asksWith(CatalogWriter, "saveShopPrices", 1, (entries) =>
      entries.map(({ price_list: _, ...entry }) => entry),
    ),
    asks(CatalogWriter, "contents", (organization, { list_prices: _, ...query }) => [organization, query]),
    asksWith(CatalogWriter, "retire", 1, ({ prices }) => ({
      prices: prices.map(({ price_list: _, ...pair }) => pair),
    })),
  ],
  "rejects prices of a list that there is not, by name, and stores the rest": [
    answers(CatalogWriter, "savePrices", unsaid),
    asksWith(CatalogWriter, "savePrices", 1, (entries) =>
      entries.map((entry) => ({ ...entry, price_list: entry.price_list === "base" ? "base" : "eu" })),
    ),
  ],
  "rejects prices of unknown variants and batches, and what is no price, and stores the rest": answers(
    CatalogWriter,
    "savePrices",
    unsaid,
  ),
  // lets the first entry of a key win
  "lets a later entry of the same key win": asksWith(CatalogWriter, "saveBrands", 1, (entries) =>
    entries.toReversed(),
  ),
  "keeps what has begun where a brand's time zone changes, and moves what is to come where that is asked for":
    asksWith(CatalogWriter, "saveBrands", 1, (entries) =>
      entries.map((brand) => ({ ...brand, time_zone: "UTC" })),
    ),
  "inserts, updates and leaves brands as they are": answers(CatalogWriter, "saveBrands", again),
  "inserts, updates and leaves product versions as they are": answers(CatalogWriter, "saveProducts", again),
  "rejects texts that no database keeps, and stores the rest": asksWith(
    CatalogWriter,
    "saveBatches",
    1,
    (entries) => entries.map((entry) => ({ ...entry, key: entry.key.replaceAll("\0", "").toWellFormed() })),
  ),
  "rejects a new batch that no URL could name, and stores the rest": asksWith(
    CatalogWriter,
    "saveBatches",
    1,
    (entries) => entries.map((entry) => ({ ...entry, key: encodeURIComponent(`${entry.key}-`) })),
  ),
  "keeps any other text as it is": products(() => (entry) => ({
    ...entry,
    variants: entry.variants.map((variant) => ({ ...variant, name: variant.name.trim() })),
  })),
  "neither sees nor changes the same keys of another organization": blind(
    CatalogWriter,
    CatalogRepository,
    ExportRepository,
    PriceRepository,
  ),
  "lets an open batch become published, and never the reverse": [
    answers(CatalogWriter, "saveBatches", again),
    answers(CatalogWriter, "saveBatches", done),
  ],
  "rejects a product of an unknown brand, or of another brand, and stores the rest": [
    answers(CatalogWriter, "saveProducts", done),
    answers(CatalogWriter, "saveProducts", unsaid),
  ],
  "rejects keys with control characters, and stores the rest": broken(CatalogWriter, (writer) => ({
    saveBrands: (...args) => Effect.map(writer.saveBrands(...args), (all) => ({ ...all, ...done(all) })),
    saveProducts: (...args) => Effect.map(writer.saveProducts(...args), (all) => ({ ...all, ...done(all) })),
  })),
  // compares versions without their variants
  "updates a product version whose variants changed": broken(CatalogWriter, ({ saveProducts }) => {
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
  // stores a product but for the variants of another
  "rejects a product with a variant of another product, as a whole": products(() => {
    const owners = new Map<string, string>()
    const isOwn = (variant: string, product: string) =>
      (owners.get(variant) ?? owners.set(variant, product).get(variant)) === product
    return (entry) => ({
      ...entry,
      variants: entry.variants.filter(({ variant_key }) => isOwn(variant_key, entry.product_key)),
    })
  }),
  // keeps a variant as it was written last
  "keeps a variant as the greatest version lists it, whichever comes first": products(() => {
    let written = 0
    return (entry) => ({ ...entry, version: ++written })
  }),
  // forgets the variants of older versions
  "keeps a variant that newer versions no longer list": asks(
    CatalogWriter,
    "saveProducts",
    (organization, entries, at) => {
      const latest = Math.max(...entries.map(({ version }) => version))
      const left = entries.map((entry) => (entry.version < latest ? { ...entry, variants: [] } : entry))
      return [organization, left, at]
    },
  ),
  // takes a time zone that is none for UTC
  "rejects a brand in a time zone that is none": asksWith(CatalogWriter, "saveBrands", 1, (entries) =>
    entries.map((brand) => (isTimeZone(brand.time_zone) ? brand : { ...brand, time_zone: "UTC" })),
  ),
  // selects a discovery as the file says, whenever it comes
  "keeps what was selected of a discovery that comes again": broken(
    CatalogWriter,
    ({ saveCrawlDiscoveries }, ports) => ({
      saveCrawlDiscoveries: (organization, entries, at) =>
        Effect.tap(saveCrawlDiscoveries(organization, entries, at), () =>
          Effect.forEach(entries, (entry) =>
            Effect.ignore(
              Context.get(ports, CrawlDiscoveryRepository).select(
                organization,
                entry,
                entry.selected,
                instantFromMicros(at),
              ),
            ),
          ),
        ),
    }),
  ),
  "keeps and changes the labels of attributes": answers(CatalogWriter, "saveAttributes", again),
  "writes thousands of entries in one call, repeatably": asksWith(
    CatalogWriter,
    "saveProducts",
    1,
    (entries) => entries.slice(0, 1_000),
  ),
  "takes calls without entries": broken(CatalogWriter, ({ savePrices }) => ({
    savePrices: (organization, entries) =>
      entries.length === 0 ? refused : savePrices(organization, entries),
  })),
  "moves a shop's product to another brand with its prices, and says so": silentMoves,
  "moves a variant to the product that a shop lists it for, with its prices, and says so": silentMoves,
  "finds what is left in a brand that became another, until the shop has that brand again": plainProducts,
  "leaves what a shop's product does not speak of, and says which values it empties": plainProducts,
  "rejects a shop's product whose variants are none of those that it has, where the file does not name them":
    plainProducts,
  "says which of a shop's products wait for a brand only": plainProducts,
  // touches a shop's products at every import
  "writes a shop's products as it writes others, and leaves them as they are": answers(
    CatalogWriter,
    "saveShopProducts",
    again,
  ),
  "appends a shop's price where another, or none, is in force": plainPrices,
  // looks for what other imports have brought alone
  "leaves a history's price that a shop's file has brought, also where the brand's time zone is another by now":
    answers(CatalogWriter, "savePrices", ({ inserted, unchanged }) => ({
      inserted: inserted + unchanged,
      unchanged: 0,
    })),
  "compares a shop's prices of one call with each other": plainPrices,
  "appends a shop's price from a day on, but from now on where it would never be in force": asksWith(
    CatalogWriter,
    "saveShopPrices",
    1,
    (entries) => entries.map((entry) => ({ ...entry, effective_from: null })),
  ),
  "rejects a shop's price of another product's variant, and what is no price, and stores the rest": asksWith(
    CatalogWriter,
    "saveShopPrices",
    1,
    (entries) =>
      entries.map((entry) => (entry.variant_key === "P1-BLK-9" ? { ...entry, product_key: "P1" } : entry)),
  ),
  // a price that was withdrawn before it began never did
  "leaves what was known before of a price that is gone": asksWith(CatalogWriter, "retire", 2, () =>
    instantFromMicros(0),
  ),
  "shows no retired product or variant to anything that is asked": retiresPricesAlone,
  "brings back what is saved again, with its prices": retiresPricesAlone,
  "retires and withdraws once, and passes over what it does not know": [retiresPricesAlone, withdrawsNothing],
  "tells what there is of some brands by key, page by page, without what is retired": [
    retiresPricesAlone,
    // pages from the beginning
    asksWith(CatalogWriter, "contents", 1, () => ({ after: null })),
  ],
  "withdraws the price in force as of a moment, and lets no other come into force": [
    withdrawsNothing,
    // forgets who withdrew
    asks(CatalogWriter, "retire", (organization, retirement, at) => [organization, retirement, at, ""]),
  ],
  // takes a withdrawn price for one in force
  "appends a price to one that is withdrawn": asks(
    CatalogWriter,
    "saveShopPrices",
    (organization, entries) => [organization, entries, instantOf("2025-01-01")],
  ),
  "knows an organization once something was written of it": answers(CatalogWriter, "isKnown", () => true),
  // takes numbers through floating point
  "tells numbers of other digits apart": products(() => (entry) => ({
    ...entry,
    attributes: JSON.parse(JSON.stringify(entry.attributes)) as Attributes,
  })),
})
