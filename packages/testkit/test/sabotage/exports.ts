import {
  CatalogWriter,
  type ExportProduct,
  ExportRepository,
  type ExportSelection,
  instantFromMicros,
} from "@hangtag/core"
import { exportRepositoryPromises } from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { answers, asks, asksWith, blind, broken, byUtf16, refused } from "./broken.ts"
import { notices } from "./notices.ts"

type Wanted = Parameters<ExportRepository["Service"]["products"]>[2]
type Batch = ReadonlyArray<ExportProduct>

/** Changes selections, in every method alike. */
const selecting = (change: (selection: ExportSelection) => Partial<ExportSelection>) =>
  broken(ExportRepository, ({ count, countVariants, products }) => ({
    count: (organization, selection) => count(organization, { ...selection, ...change(selection) }),
    countVariants: (organization, selection) =>
      countVariants(organization, { ...selection, ...change(selection) }),
    products: (organization, selection, wanted) =>
      products(organization, { ...selection, ...change(selection) }, wanted),
  }))
const wanting = (change: (wanted: Wanted) => Partial<Wanted>) =>
  asksWith(ExportRepository, "products", 2, change)
/** Looks at all of what is wanted but for one member. */
const leaving = (member: "list_prices" | "known_at") =>
  asks(ExportRepository, "products", (organization, selection, { [member]: _, ...wanted }) => [
    organization,
    selection,
    wanted,
  ])
const streaming = (change: (batch: Batch) => Batch) => answers(ExportRepository, "products", change)

notices("exportRepositorySuite", exportRepositoryPromises, {
  "looks at each member of a selection": asksWith(ExportRepository, "products", 1, () => ({ sources: null })),
  // orders versions as text
  "takes every version of every product, in the order of product key and version": streaming((batch) =>
    batch.toSorted((a, b) =>
      `${a.product.product_key}@${a.product.version}`.localeCompare(
        `${b.product.product_key}@${b.product.version}`,
      ),
    ),
  ),
  // counts a product once for each time it is named
  "takes the products asked for, each once, and counts what they gave nothing for": answers(
    ExportRepository,
    "count",
    ({ total }, [, { product_keys }]) => ({
      total: total + product_keys.length - new Set(product_keys).size,
    }),
  ),
  "takes versions with at least one of the labels": selecting(({ label_keys }) => ({
    label_keys: label_keys?.length === 0 ? null : label_keys,
  })),
  "gives the prices in force at the moment, of the types wanted": [
    wanting(() => ({ price_types: ["MAP", "MSRP", "OUTLET"] })),
    wanting(({ at }) => ({ at: instantFromMicros(at - 1) })),
  ],
  "gives prices of other lists that are wanted, each of its own type and list, beside those of base": [
    leaving("list_prices"),
    wanting(({ list_prices = [] }) => ({
      list_prices: list_prices.map((each) => ({ ...each, price_list: "EU" })),
    })),
  ],
  "gives prices as they were known at a moment": leaving("known_at"),
  "gives attributes only when they are wanted": wanting(() => ({ attributes: true })),
  "gives a product's variants with each of its versions, and only when they are wanted": wanting(() => ({
    variants: true,
  })),
  "gives thousands of versions, each once and in order": streaming((batch) =>
    batch.length > 50 ? [...batch, batch.at(-1)!] : batch,
  ),
  // reads each batch at its own moment
  "gives one moment, that at which reading began, though everything is rewritten meanwhile": broken(
    ExportRepository,
    ({ products }) => ({
      products: (organization, selection, wanted) =>
        Stream.mapEffect(products(organization, selection, wanted), (batch) => {
          const product_keys = batch.map(({ product }) => product.product_key)
          const again = { product_keys, brand_key: null, label_keys: null, sources: null, latest_only: false }
          return Effect.map(Stream.runCollect(products(organization, again, wanted)), (read) =>
            read.flat().slice(0, batch.length),
          )
        }),
    }),
  ),
  "orders product keys by code point": streaming(byUtf16(({ product }) => product.product_key)),
  // counts as filtered out what was not asked for by key
  "skips nothing when nothing was asked for by key": broken(ExportRepository, ({ count }) => ({
    count: (organization, selection) =>
      Effect.map(
        Effect.all([
          count(organization, selection),
          count(organization, { ...selection, sources: null, label_keys: null }),
        ]),
        ([{ total, skipped }, all]) => ({
          total,
          skipped: { ...skipped, filtered_out: skipped.filtered_out + all.total - total },
        }),
      ),
  })),
  "takes products of one brand": selecting(({ brand_key }) => ({
    brand_key: brand_key?.toUpperCase() ?? null,
  })),
  "takes versions from one of the sources": selecting(({ sources }) => ({
    sources: sources?.slice(0, 1) ?? null,
  })),
  // takes the greatest of the versions that the filters left
  "considers the greatest version only, before the other filters": broken(
    ExportRepository,
    ({ products }) => ({
      products: (organization, selection, wanted) =>
        Stream.map(products(organization, { ...selection, latest_only: false }, wanted), (batch) =>
          batch.filter(
            ({ product }, index) =>
              !selection.latest_only || batch[index + 1]?.product.product_key !== product.product_key,
          ),
        ),
    }),
  ),
  "gives every field of a version": streaming((batch) =>
    batch.map(({ product, ...rest }) => ({
      product: { ...product, labels: product.labels.toSorted() },
      ...rest,
    })),
  ),
  "gives the time zone of each product's brand": streaming((batch) =>
    batch.map((each) => ({ ...each, time_zone: "UTC" })),
  ),
  "gives nothing from an empty catalog": answers(ExportRepository, "countVariants", (sum) =>
    sum === 0 ? Number.NaN : sum,
  ),
  "sees nothing of another organization": blind(ExportRepository, CatalogWriter),
  "reads at once what it reads in parts": [
    answers(ExportRepository, "atOnce", () => ({ definitions: [] })),
    // counts products, not their versions
    answers(ExportRepository, "atOnce", ({ count, products }) => ({
      count: { ...count, total: new Set(products.map(({ product }) => product.product_key)).size },
    })),
    asksWith(ExportRepository, "atOnce", 1, () => ({ latest_only: false })),
  ],
  // gives its only connection back at the end of the stream only
  "can be stopped early": broken(ExportRepository, ({ products }) => {
    let reading = false
    return {
      products: (...args) =>
        Stream.unwrap(
          Effect.gen(function* () {
            if (reading) return yield* refused
            reading = true
            const end = Stream.suspend(() => {
              reading = false
              return Stream.empty
            })
            return Stream.concat(products(...args), end)
          }),
        ),
    }
  }),
  // lets readers share the moment of the first
  "gives each of two readers its own moment": broken(ExportRepository, ({ products }) => {
    let readers = 0
    let moment: ReadonlyArray<Batch> = []
    return {
      products: (...args) =>
        Stream.unwrap(
          Effect.gen(function* () {
            if (readers++ === 0) moment = yield* Stream.runCollect(products(...args))
            return Stream.ensuring(
              Stream.fromIterable(moment),
              Effect.sync(() => readers--),
            )
          }),
        ),
    }
  }),
})
