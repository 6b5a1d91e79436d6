import { assert, describe, it } from "@effect/vitest"
import {
  type ExportPreflight,
  ExportRepository,
  type ExportRequest,
  InvalidRequest,
  instantFromMicros,
} from "@hangtag/core"
import { readExport } from "@hangtag/core/adapter"
import { Hangtag, preflightExport } from "@hangtag/core/effect"
import {
  aBrand,
  aColumnMapping,
  anAttributeEntry,
  anExportRequest,
  aPriceEntry,
  aPrincipal,
  aProductEntry,
  aVariantEntry,
  layerTest,
  MemoryCatalog,
} from "@hangtag/testkit"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"

const principal = aPrincipal()
const column = (column_name: string, source_field: string, sub_field: string | null = null) =>
  aColumnMapping({ column_name, source_field, sub_field })
const variants = (product: string, ...sizes: ReadonlyArray<string>) =>
  sizes.map((size) => aVariantEntry({ variant_key: `${product}-${size}`, size }))
const seed = {
  brands: [aBrand()],
  products: [
    aProductEntry({
      product_key: "P1",
      version: 1,
      attributes: { height: { value: 6, unit: "in" } },
      variants: [],
    }),
    aProductEntry({
      product_key: "P1",
      version: 2,
      attributes: { color: "dark" },
      variants: variants("P1", "8", "9"),
    }),
    aProductEntry({
      product_key: "P2",
      labels: ["fall"],
      attributes: { color: "light" },
      variants: variants("P2", "8"),
    }),
  ],
  prices: [aPriceEntry({ variant_key: "P1-8" })],
  attributes: [anAttributeEntry({ attribute_key: "color", label: "Shade" })],
}

const preflight = Effect.fnUntraced(function* (request: Partial<ExportRequest>) {
  const { preflightExport } = yield* Hangtag
  return yield* preflightExport(principal, anExportRequest(request))
})
const types = ({ warnings }: ExportPreflight) => warnings.map(({ type }) => type)

describe("listExportFields", () => {
  it.effect("lists the fields of every catalog and the attributes of this one", () =>
    Effect.gen(function* () {
      const { listExportFields } = yield* Hangtag
      const { fields, attributes } = yield* listExportFields(principal)
      assert.deepStrictEqual(
        fields.map(({ source_field, group }) => `${group} ${source_field}`),
        [
          ...["product_key", "brand_key", "name", "version", "source", "labels", "updated_at"].map(
            (field) => `product ${field}`,
          ),
          ...["variant_key", "variant_name", "color", "size", "width", "vendor_color_code"].map(
            (field) => `variant ${field}`,
          ),
          ...["price", "price_effective_from"].map((field) => `price ${field}`),
        ],
      )
      assert.deepStrictEqual(attributes, [
        {
          source_field: "attributes.color",
          attribute_key: "color",
          label: "Shade",
          type: "text",
          sub_fields: [],
          products: 2,
        },
        {
          source_field: "height",
          attribute_key: "height",
          label: "height",
          type: "record",
          sub_fields: ["unit", "value"],
          products: 1,
        },
      ])
    }).pipe(Effect.provide(layerTest({ seed }))),
  )

  it.effect("names only what a column may read", () =>
    Effect.gen(function* () {
      const { listExportFields } = yield* Hangtag
      const { fields, attributes } = yield* listExportFields(principal)
      const all = [
        ...fields.map(({ source_field, sub_field }) =>
          column(source_field, source_field, sub_field && "MAP"),
        ),
        ...attributes.map(({ source_field, sub_fields }) =>
          column(source_field, source_field, sub_fields[0] ?? null),
        ),
      ]
      assert.strictEqual((yield* preflight({ column_mappings: all })).columns.length, all.length)
    }).pipe(Effect.provide(layerTest({ seed }))),
  )
})

describe("preflightExport", () => {
  it.effect("counts what an export would write, and queues nothing", () =>
    Effect.gen(function* () {
      const perVariant = yield* preflight({
        column_mappings: [column("Key", "product_key"), column("Size", "size")],
      })
      assert.deepInclude(perVariant, {
        total: 3,
        rows: 5,
        is_estimate: false,
        columns: ["Key", "Size"],
        sheets: 1,
        warnings: [],
      })
      assert.strictEqual((yield* preflight({ filter_latest_version: true })).rows, 2)
      const { read } = yield* MemoryCatalog
      assert.strictEqual(yield* read(({ organizations }) => organizations.get("acme")?.jobs.size ?? 0), 0)
    }).pipe(Effect.provide(layerTest({ seed }))),
  )

  it.effect("tells of keys that are unknown or filtered out, and of columns that are empty or alike", () =>
    Effect.gen(function* () {
      const { warnings } = yield* preflight({
        product_keys: ["P2", "P1", "nope"],
        filter_by_label: true,
        label_keys: ["fall"],
        column_mappings: [
          column("Key", "variant_key"),
          column("Map", "price", "map"),
          column("Key", "size"),
          column("C", "height", "depth"),
        ],
      })
      assert.deepStrictEqual(warnings, [
        { type: "unknown_products", message: "1 product key is unknown: nope", column: null },
        {
          type: "filtered_products",
          message: "1 product has no version that passes the filters",
          column: null,
        },
        {
          type: "unknown_price_type",
          message:
            '"Map" is empty in every row: no price of type "map" is in force there, capitals and blanks counting',
          column: 1,
        },
        { type: "duplicate_column", message: 'Columns 1 and 3 are both called "Key"', column: 2 },
        { type: "empty_column", message: '"C" is empty in every row', column: 3 },
      ])
      assert.deepStrictEqual(types(yield* preflight({ product_keys: ["nope"] })), [
        "no_rows",
        "unknown_products",
      ])
    }).pipe(Effect.provide(layerTest({ seed }))),
  )

  it.effect("tells of mappings that attribute_rows ignores, as the answer to the export does", () =>
    Effect.gen(function* () {
      const ignored = "Ignored 1 column mapping: attribute_rows has columns of its own"
      const request = { export_mode: "attribute_rows" } as const
      const { warnings } = yield* preflight({ ...request, filter_latest_version: true })
      assert.deepStrictEqual(warnings[0], { type: "ignored_mappings", message: ignored, column: null })
      const { queueExport } = yield* Hangtag
      const { message } = yield* queueExport(principal, anExportRequest(request))
      assert.strictEqual(message, `Queued: 3 product versions. ${ignored}.`)
      const none = yield* queueExport(principal, anExportRequest({ ...request, column_mappings: null }))
      assert.strictEqual(none.message, "Queued: 3 product versions")
    }).pipe(Effect.provide(layerTest({ seed }))),
  )

  it.effect("refuses what the export would refuse", () =>
    Effect.gen(function* () {
      const faultsOf = (request: Partial<ExportRequest>) =>
        Effect.map(Effect.flip(preflight(request)), (error) => {
          assert.instanceOf(error, InvalidRequest)
          return error.fields.map(({ loc, type }) => [loc.join("."), type])
        })
      assert.deepStrictEqual(yield* faultsOf({ column_mappings: [column("X", "nope")] }), [
        ["column_mappings.0.source_field", "value_error"],
      ])
    }).pipe(Effect.provide(layerTest({ seed }))),
  )

  it.effect("refuses more columns than a sheet has, however many a host allows", () =>
    Effect.gen(function* () {
      const wide = Array.from({ length: 16_385 }, () => aColumnMapping())
      const shape = (column_mappings: ExportRequest["column_mappings"], export_format: "xlsx" | "csv") =>
        readExport(
          principal.organization,
          anExportRequest({ column_mappings, export_format }),
          instantFromMicros(0),
        )
      const error = yield* Effect.flip(shape(wide, "xlsx"))
      assert.instanceOf(error, InvalidRequest)
      assert.deepStrictEqual(
        error.fields.map(({ loc, type }) => [loc.join("."), type]),
        [["column_mappings", "too_long"]],
      )
      yield* shape(wide.slice(1), "xlsx")
      yield* shape(wide, "csv")
    }).pipe(Effect.provide(layerTest({ seed }))),
  )

  it.effect("reads no further than what it looks into", () =>
    Effect.gen(function* () {
      const exports = yield* ExportRepository
      let read = 0
      const endless = ExportRepository.of({
        ...exports,
        countVariants: () => Effect.succeed(1_000_000),
        products: (organization, selection, wanted) =>
          exports.products(organization, selection, wanted).pipe(
            Stream.repeat(Schedule.forever),
            Stream.tap((products) =>
              Effect.sync(() => {
                read += products.length
              }),
            ),
          ),
      })
      const column_mappings = [column("Key", "variant_key"), column("Name", "name")]
      const { rows } = yield* preflightExport(principal, anExportRequest({ column_mappings })).pipe(
        Effect.provideService(ExportRepository, endless),
      )
      assert.strictEqual(rows, 1_000_000)
      assert.isAtMost(read, 1000)
    }).pipe(Effect.provide(layerTest({ seed }))),
  )
})
