import {
  BatchRepository,
  CatalogRepository,
  CatalogWriter,
  CrawlDiscoveryRepository,
  ExportRepository,
  PriceRepository,
  Unavailable,
  type WriteResult,
} from "@hangtag/core"
import {
  batchRepositoryPromises,
  catalogRepositoryPromises,
  catalogWriterPromises,
  crawlDiscoveryRepositoryPromises,
  exportRepositoryPromises,
  priceRepositoryPromises,
} from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { broken, notices } from "./notices.ts"

/** The organization that everybody shares. */
const shared = "everybody"
const plain = (amount: string) => String(Number(amount))
const refused = Effect.fail(new Unavailable({ service: "database", operation: "bad text", retryable: false }))

notices("priceRepositorySuite", priceRepositoryPromises, [
  [
    "begins a price a microsecond late",
    "puts a price in force at its own microsecond and not one before",
    broken(PriceRepository, ({ pricesAround }) => ({
      pricesAround: (organization, keys, at) => pricesAround(organization, keys, at - 1),
    })),
  ],
  [
    "lists a price at the moment itself as future",
    "puts a price in force at its own microsecond and not one before",
    broken(PriceRepository, ({ pricesAround }) => ({
      pricesAround: (organization, keys, at) =>
        Effect.all([pricesAround(organization, keys, at), pricesAround(organization, keys, at - 1)]).pipe(
          Effect.map(([{ inForce }, { future }]) => ({ inForce, future })),
        ),
    })),
  ],
  [
    "leaves drafts out",
    "keeps drafts out of force and lists those to come",
    broken(PriceRepository, ({ pricesAround }) => ({
      pricesAround: (...args) =>
        Effect.map(pricesAround(...args), ({ inForce, future }) => ({
          inForce,
          future: future.filter((record) => record.status === "active"),
        })),
    })),
  ],
  [
    "gives the first of a tie",
    "settles a tie of instants by the record written last",
    broken(PriceRepository, ({ pricesAround }) => ({
      pricesAround: (organization, keys, at) =>
        Effect.map(pricesAround(organization, keys, -1e17), ({ future }) => ({
          inForce: future.filter((record) => record.effective_at <= at).slice(0, 1),
          future: [],
        })),
    })),
  ],
  [
    "orders by UTF-16 units",
    "orders what is in force by variant key and price type, by code point",
    broken(PriceRepository, ({ pricesAround }) => ({
      pricesAround: (...args) =>
        Effect.map(pricesAround(...args), ({ inForce, future }) => ({
          inForce: inForce.toSorted((a, b) =>
            a.variant_key < b.variant_key ? -1 : a.variant_key > b.variant_key ? 1 : 0,
          ),
          future,
        })),
    })),
  ],
  [
    "orders what is to come by instant first",
    "orders what is to come by variant key, price type, instant and sequence",
    broken(PriceRepository, ({ pricesAround }) => ({
      pricesAround: (...args) =>
        Effect.map(pricesAround(...args), ({ inForce, future }) => ({
          inForce,
          future: future.toSorted((a, b) => a.effective_at - b.effective_at),
        })),
    })),
  ],
  [
    "takes amounts through floating point",
    "gives amounts and effective_from back as they were given",
    broken(PriceRepository, ({ pricesAround }) => ({
      pricesAround: (...args) =>
        Effect.map(pricesAround(...args), ({ inForce, future }) => ({
          inForce: inForce.map((record) => ({ ...record, amount: plain(record.amount) })),
          future,
        })),
    })),
  ],
  [
    "rewrites effective_from",
    "gives amounts and effective_from back as they were given",
    broken(PriceRepository, ({ pricesAround }) => ({
      pricesAround: (...args) =>
        Effect.map(pricesAround(...args), ({ inForce, future }) => ({
          inForce: inForce.map((record) => ({
            ...record,
            effective_from: record.effective_from.slice(0, 10),
          })),
          future,
        })),
    })),
  ],
  [
    "loses the batch",
    "gives every field of a record",
    broken(PriceRepository, ({ pricesAround }) => ({
      pricesAround: (...args) =>
        Effect.map(pricesAround(...args), ({ inForce, future }) => ({
          inForce,
          future: future.map((record) => ({ ...record, batch_key: null })),
        })),
    })),
  ],
  [
    "answers once for each time a key is named",
    "passes over unknown variant keys, and over repeated ones",
    broken(PriceRepository, ({ pricesAround }) => ({
      pricesAround: (organization, keys, at) =>
        Effect.map(
          Effect.forEach(keys, (key) => pricesAround(organization, [key], at)),
          (each) => ({
            inForce: each.flatMap((one) => one.inForce),
            future: each.flatMap((one) => one.future),
          }),
        ),
    })),
  ],
  [
    "fails of a key that no database keeps",
    "passes over unknown variant keys, and over repeated ones",
    broken(PriceRepository, ({ pricesAround }) => ({
      pricesAround: (organization, keys, at) =>
        keys.some((key) => key.includes("\0")) ? refused : pricesAround(organization, keys, at),
    })),
  ],
  [
    "answers for the first thousand variants only",
    "answers for thousands of variants at once",
    broken(PriceRepository, ({ pricesAround }) => ({
      pricesAround: (organization, keys, at) => pricesAround(organization, keys.slice(0, 1_000), at),
    })),
  ],
  [
    "reads the lists one after the other",
    "reads both lists at one moment",
    broken(PriceRepository, ({ pricesAround }) => ({
      pricesAround: (...args) =>
        Effect.gen(function* () {
          const { inForce } = yield* pricesAround(...args)
          yield* Effect.yieldNow
          const { future } = yield* pricesAround(...args)
          return { inForce, future }
        }),
    })),
  ],
  [
    "forgets whose prices they are",
    "sees nothing of another organization",
    broken(CatalogWriter, (writer) => ({
      saveBrands: (_, entries) => writer.saveBrands(shared, entries),
      saveProducts: (_, entries, at) => writer.saveProducts(shared, entries, at),
      savePrices: (_, entries) => writer.savePrices(shared, entries),
    })),
  ],
])

notices("catalogRepositorySuite", catalogRepositoryPromises, [
  [
    "compares colors whatever the case",
    "compares brand, product and color exactly",
    broken(CatalogRepository, ({ findColorway }) => ({
      findColorway: (organization, query) =>
        Effect.map(
          Effect.forEach([...new Set([query.color, "Black", "black"])], (color) =>
            findColorway(organization, {
              ...query,
              color: query.color.toLowerCase() === "black" ? color : query.color,
            }),
          ),
          ([first, ...rest]) => ({
            ...first!,
            variant_keys: [...new Set([first!, ...rest].flatMap((each) => each.variant_keys))],
          }),
        ),
    })),
  ],
  [
    "finds a product under any brand",
    "tells which part of a colorway names nothing",
    broken(CatalogRepository, ({ findColorway }) => ({
      findColorway: (organization, query) =>
        Effect.map(
          Effect.all([
            findColorway(organization, query),
            findColorway(organization, { ...query, brand_key: "B1" }),
          ]),
          ([{ brand }, found]) => ({ ...found, brand }),
        ),
    })),
  ],
  [
    "fails of a text that could not be stored",
    "merely does not find what could not be stored",
    broken(CatalogRepository, ({ searchVariants }) => ({
      searchVariants: (organization, product, search) =>
        search.text.includes("\0") ? refused : searchVariants(organization, product, search),
    })),
  ],
  [
    "takes % for a pattern",
    "takes %, _ and \\ as plain characters",
    broken(CatalogRepository, ({ searchVariants }) => ({
      searchVariants: (organization, product, { text, limit }) =>
        searchVariants(organization, product, { text: text.replaceAll("%", ""), limit }),
    })),
  ],
  [
    "counts only what it gives",
    "orders what it finds: the exact key, keys that begin so, the rest, each by key",
    broken(CatalogRepository, ({ searchVariants }) => ({
      searchVariants: (...args) =>
        Effect.map(
          searchVariants(...args),
          Option.map(({ items }) => ({ items, total: items.length })),
        ),
    })),
  ],
  [
    "takes an unknown product for an empty one",
    "searches one product only, and tells an unknown one from one without matches",
    broken(CatalogRepository, ({ searchVariants }) => ({
      searchVariants: (...args) =>
        Effect.map(searchVariants(...args), (found) =>
          Option.some(Option.getOrElse(found, () => ({ items: [], total: 0 }))),
        ),
    })),
  ],
  [
    "folds only ASCII",
    "folds the case of letters beyond ASCII",
    broken(CatalogRepository, ({ searchVariants }) => ({
      searchVariants: (organization, product, search) =>
        Effect.map(
          searchVariants(organization, product, search),
          Option.map(({ items }) => {
            const kept = items.filter(
              (variant) => /^[ -~]*$/.test(search.text) || variant.color.includes(search.text),
            )
            return { items: kept, total: kept.length }
          }),
        ),
    })),
  ],
  [
    "lists labels of attributes that nothing carries",
    "lists every attribute key that a version or variant carries, by key, with its label",
    broken(CatalogRepository, ({ attributeDefinitions }) => ({
      attributeDefinitions: (organization) =>
        Effect.map(attributeDefinitions(organization), (definitions) =>
          definitions.length === 0 ? [] : [...definitions, { attribute_key: "\u{1f601}", label: "None" }],
        ),
    })),
  ],
])

notices("batchRepositorySuite", batchRepositoryPromises, [
  [
    "decides twice",
    "shows to the decision only what was asked for, of one moment",
    broken(BatchRepository, ({ fill }) => ({
      fill: (organization, key, request, at, decide) =>
        fill(organization, key, request, at, (snapshot) => {
          decide(snapshot)
          return decide(snapshot)
        }),
    })),
  ],
  [
    "does not show what the batch holds",
    "changes nothing when it fills twice",
    broken(BatchRepository, ({ fill }) => ({
      fill: (organization, key, request, at, decide) =>
        fill(organization, key, request, at, (snapshot) => decide({ ...snapshot, held: [] })),
    })),
  ],
  [
    "shows drafts as prices to come",
    "shows to the decision only what was asked for, of one moment",
    broken(BatchRepository, ({ fill }) => ({
      fill: (organization, key, request, at, decide) =>
        fill(organization, key, request, at, (snapshot) =>
          decide({ ...snapshot, future: [...snapshot.future, { variant_key: "V", price_type: "DRAFT" }] }),
        ),
    })),
  ],
  [
    "puts in what is new only",
    "puts a newer price in the place of the one it held",
    broken(BatchRepository, ({ fill }) => ({
      fill: (organization, key, request, at, decide) =>
        fill(organization, key, request, at, (snapshot) => ({ ...decide(snapshot), updated: [] })),
    })),
  ],
  [
    "reads first and writes later",
    "holds one record a pair when fills run at once",
    broken(BatchRepository, ({ fill }) => ({
      fill: (organization, key, request, at, decide) =>
        Effect.gen(function* () {
          const nothing = { requested: 0, added: [], updated: [], unchanged: 0, missing: [] }
          let plan = decide({ knownVariants: new Set(), inForce: [], future: [], held: [] })
          yield* fill(organization, key, request, at, (snapshot) => {
            plan = decide(snapshot)
            return nothing
          })
          yield* Effect.yieldNow
          return yield* fill(organization, key, request, at, () => plan)
        }),
    })),
  ],
  [
    "takes a fill of a published batch for done",
    "refuses a published batch and leaves it as it is",
    broken(BatchRepository, ({ fill }) => ({
      fill: (organization, key, request, at, decide) =>
        fill(organization, key, request, at, decide).pipe(
          Effect.catchTag("BatchPublished", () =>
            Effect.sync(() => decide({ knownVariants: new Set(), inForce: [], future: [], held: [] })),
          ),
        ),
    })),
  ],
  [
    "reverses within the page",
    "gives every record exactly once at any page size",
    broken(BatchRepository, ({ records }) => ({
      records: (organization, key, query) =>
        Effect.map(
          records(organization, key, { ...query, sort: "asc" }),
          Option.map((page) => (query.sort === "asc" ? page : { ...page, items: page.items.toReversed() })),
        ),
    })),
  ],
  [
    "counts the page",
    "gives every record exactly once at any page size",
    broken(BatchRepository, ({ records }) => ({
      records: (...args) =>
        Effect.map(
          records(...args),
          Option.map((page) => ({ ...page, total: page.items.length })),
        ),
    })),
  ],
  [
    "searches keys only",
    "searches variant key, variant name and price type, whatever the case",
    broken(BatchRepository, ({ records }) => ({
      records: (organization, key, query) =>
        Effect.map(
          records(organization, key, query),
          Option.map((page) => {
            const search = query.search?.toLowerCase() ?? ""
            const items = page.items.filter((record) => record.variant_key.toLowerCase().includes(search))
            return { ...page, items, total: items.length }
          }),
        ),
    })),
  ],
  [
    "lists only what fills put there",
    "lists the batch's own price records beside those filled in, each once",
    broken(BatchRepository, ({ records }) => ({
      records: (...args) =>
        Effect.map(
          records(...args),
          Option.map((page) => {
            const items = page.items.filter((record) => record.status === "active")
            return { ...page, items, total: items.length }
          }),
        ),
    })),
  ],
  [
    "takes an unknown batch for an empty one",
    "refuses an unknown batch",
    broken(BatchRepository, ({ records }) => ({
      records: (organization, key, query) =>
        Effect.map(records(organization, key, query), (page) =>
          Option.some(
            Option.getOrElse(page, () => ({ items: [], total: 0, offset: query.offset, limit: query.limit })),
          ),
        ),
    })),
  ],
])

notices("crawlDiscoveryRepositorySuite", crawlDiscoveryRepositoryPromises, [
  [
    "moves updated_at whenever it is asked",
    "moves updated_at only when it changed",
    broken(CrawlDiscoveryRepository, ({ select }) => ({
      select: (organization, key, selected, at) =>
        Effect.andThen(select(organization, key, !selected, at), select(organization, key, selected, at)),
    })),
  ],
  [
    "knows discoveries by their id alone",
    "tells the same discovery id of two jobs apart",
    broken(CrawlDiscoveryRepository, ({ select }) => ({
      select: (organization, key, selected, at) =>
        select(organization, { ...key, job_id: "CRAWL-1" }, selected, at),
    })),
  ],
  [
    "answers with what was before",
    "sets selected and gives the discovery back",
    broken(CrawlDiscoveryRepository, ({ select }) => ({
      select: (...args) =>
        Effect.map(
          select(...args),
          Option.map((found) => ({ ...found, selected: false })),
        ),
    })),
  ],
])

notices("exportRepositorySuite", exportRepositoryPromises, [
  [
    "orders versions as text",
    "takes every version of every product, in the order of product key and version",
    broken(ExportRepository, ({ products }) => ({
      products: (...args) =>
        Stream.map(products(...args), (batch) =>
          batch.toSorted((a, b) =>
            `${a.product.product_key}@${a.product.version}`.localeCompare(
              `${b.product.product_key}@${b.product.version}`,
            ),
          ),
        ),
    })),
  ],
  [
    "counts a product once for each time it is named",
    "takes the products asked for, each once, and counts what they gave nothing for",
    broken(ExportRepository, ({ count }) => ({
      count: (organization, selection) =>
        Effect.map(count(organization, selection), ({ total, skipped }) => ({
          total: total + selection.product_keys.length - new Set(selection.product_keys).size,
          skipped,
        })),
    })),
  ],
  [
    "takes no labels for any label",
    "takes versions with at least one of the labels",
    broken(ExportRepository, ({ count, products }) => {
      const lax = <A extends { readonly label_keys: ReadonlyArray<string> | null }>(selection: A): A =>
        selection.label_keys?.length === 0 ? { ...selection, label_keys: null } : selection
      return {
        count: (organization, selection) => count(organization, lax(selection)),
        products: (organization, selection, wanted) => products(organization, lax(selection), wanted),
      }
    }),
  ],
  [
    "gives prices of every type",
    "gives the prices in force at the moment, of the types wanted",
    broken(ExportRepository, ({ products }) => ({
      products: (organization, selection, wanted) =>
        products(organization, selection, { ...wanted, price_types: ["MAP", "MSRP", "OUTLET"] }),
    })),
  ],
  [
    "gives prices of another moment",
    "gives the prices in force at the moment, of the types wanted",
    broken(ExportRepository, ({ products }) => ({
      products: (organization, selection, wanted) =>
        products(organization, selection, { ...wanted, at: wanted.at - 1 }),
    })),
  ],
  [
    "always gives variants",
    "gives a product's variants with each of its versions, and only when they are wanted",
    broken(ExportRepository, ({ products }) => ({
      products: (organization, selection, wanted) =>
        products(organization, selection, { ...wanted, variants: true }),
    })),
  ],
  [
    "doubles the last of a batch",
    "gives thousands of versions, each once and in order",
    broken(ExportRepository, ({ products }) => ({
      products: (...args) =>
        Stream.map(products(...args), (batch) => (batch.length > 50 ? [...batch, batch.at(-1)!] : batch)),
    })),
  ],
  [
    "reads each batch at its own moment",
    "gives one moment, that at which reading began, though everything is rewritten meanwhile",
    broken(ExportRepository, ({ products }) => ({
      products: (organization, selection, wanted) =>
        Stream.mapEffect(products(organization, selection, wanted), (batch) =>
          Effect.map(
            Stream.runCollect(
              products(
                organization,
                {
                  product_keys: batch.map(({ product }) => product.product_key),
                  label_keys: null,
                  sources: null,
                  latest_only: false,
                },
                wanted,
              ),
            ),
            (again) => again.flat().slice(0, batch.length),
          ),
        ),
    })),
  ],
])

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
    "moves the instants that depend on a brand's time zone when that changes",
    broken(CatalogWriter, ({ saveBrands }) => ({
      saveBrands: (organization, entries) =>
        saveBrands(
          organization,
          entries.map((brand) => ({ ...brand, time_zone: "UTC" })),
        ),
    })),
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
    "trims texts",
    "keeps any other text as it is",
    broken(CatalogWriter, ({ saveProducts }) => ({
      saveProducts: (organization, entries, at) =>
        saveProducts(
          organization,
          entries.map((entry) => ({
            ...entry,
            variants: entry.variants.map((variant) => ({ ...variant, name: variant.name.trim() })),
          })),
          at,
        ),
    })),
  ],
  [
    "forgets whose catalog it is",
    "neither sees nor changes the same keys of another organization",
    broken(CatalogWriter, (writer) => ({
      saveBrands: (_, entries) => writer.saveBrands(shared, entries),
    })),
  ],
])
