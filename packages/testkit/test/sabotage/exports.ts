import {
  CatalogWriter,
  type ExportProduct,
  ExportRepository,
  type ExportSelection,
  type SmallExport,
} from "@hangtag/core"
import { exportRepositoryPromises } from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { blind, broken, refused } from "./broken.ts"
import { notices } from "./notices.ts"

/** Changes selections, in every method alike. */
const selecting = (change: (selection: ExportSelection) => ExportSelection) =>
  broken(ExportRepository, ({ count, countVariants, products }) => ({
    count: (organization, selection) => count(organization, change(selection)),
    countVariants: (organization, selection) => countVariants(organization, change(selection)),
    products: (organization, selection, wanted) => products(organization, change(selection), wanted),
  }))

/** Changes each batch of what is streamed. */
const streaming = (change: (batch: ReadonlyArray<ExportProduct>) => ReadonlyArray<ExportProduct>) =>
  broken(ExportRepository, ({ products }) => ({
    products: (...args) => Stream.map(products(...args), change),
  }))

/** Changes what is read at once. */
const reading = (change: (read: SmallExport) => Partial<SmallExport>) =>
  broken(ExportRepository, ({ atOnce }) => ({
    atOnce: (...args) =>
      Effect.map(
        atOnce(...args),
        Option.map((read) => ({ ...read, ...change(read) })),
      ),
  }))

const atOnce = "reads at once what it reads in parts"

notices("exportRepositorySuite", exportRepositoryPromises, [
  [
    "orders versions as text",
    "takes every version of every product, in the order of product key and version",
    streaming((batch) =>
      batch.toSorted((a, b) =>
        `${a.product.product_key}@${a.product.version}`.localeCompare(
          `${b.product.product_key}@${b.product.version}`,
        ),
      ),
    ),
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
    selecting((selection) => ({
      ...selection,
      label_keys: selection.label_keys?.length === 0 ? null : selection.label_keys,
    })),
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
    "always gives attributes",
    "gives attributes only when they are wanted",
    broken(ExportRepository, ({ products }) => ({
      products: (organization, selection, wanted) =>
        products(organization, selection, { ...wanted, attributes: true }),
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
    streaming((batch) => (batch.length > 50 ? [...batch, batch.at(-1)!] : batch)),
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
  [
    "orders keys by UTF-16 units",
    "orders product keys by code point",
    streaming((batch) =>
      batch.toSorted((a, b) =>
        a.product.product_key < b.product.product_key
          ? -1
          : a.product.product_key > b.product.product_key
            ? 1
            : 0,
      ),
    ),
  ],
  [
    "counts as filtered out what nobody asked for by key",
    "skips nothing when nothing was asked for by key",
    broken(ExportRepository, ({ count }) => ({
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
  ],
  [
    "takes the first of the sources only",
    "takes versions from one of the sources",
    selecting((selection) => ({ ...selection, sources: selection.sources?.slice(0, 1) ?? null })),
  ],
  [
    "takes the greatest of the versions that the filters left",
    "considers the greatest version only, before the other filters",
    broken(ExportRepository, ({ products }) => ({
      products: (organization, selection, wanted) =>
        Stream.map(products(organization, { ...selection, latest_only: false }, wanted), (batch) =>
          batch.filter(
            ({ product }, index) =>
              !selection.latest_only || batch[index + 1]?.product.product_key !== product.product_key,
          ),
        ),
    })),
  ],
  [
    "orders labels",
    "gives every field of a version",
    streaming((batch) =>
      batch.map(({ product, ...rest }) => ({
        product: { ...product, labels: product.labels.toSorted() },
        ...rest,
      })),
    ),
  ],
  [
    "takes every brand to be in UTC",
    "gives the time zone of each product's brand",
    streaming((batch) => batch.map((each) => ({ ...each, time_zone: "UTC" }))),
  ],
  [
    "has no sum of nothing",
    "gives nothing from an empty catalog",
    broken(ExportRepository, ({ countVariants }) => ({
      countVariants: (...args) => Effect.map(countVariants(...args), (sum) => (sum === 0 ? Number.NaN : sum)),
    })),
  ],
  [
    "forgets whose catalog it is",
    "sees nothing of another organization",
    blind(ExportRepository, CatalogWriter),
  ],
  ["reads no attributes at once", atOnce, reading(() => ({ definitions: [] }))],
  [
    "counts the products that it reads at once, not their versions",
    atOnce,
    reading(({ count, products }) => ({
      count: { ...count, total: new Set(products.map(({ product }) => product.product_key)).size },
    })),
  ],
  [
    "leaves out prices of what it reads at once",
    atOnce,
    reading(({ products }) => ({ products: products.map((each) => ({ ...each, prices: [] })) })),
  ],
  [
    "reads every version at once",
    atOnce,
    broken(ExportRepository, ({ atOnce }) => ({
      atOnce: (organization, selection, wanted) =>
        atOnce(organization, { ...selection, latest_only: false }, wanted),
    })),
  ],
  [
    "gives its only connection back at the end of the stream only",
    "can be stopped early",
    broken(ExportRepository, ({ products }) => {
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
  ],
  [
    "lets readers share the moment of the first",
    "gives each of two readers its own moment",
    broken(ExportRepository, ({ products }) => {
      let readers = 0
      let moment: ReadonlyArray<ReadonlyArray<ExportProduct>> = []
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
  ],
])
