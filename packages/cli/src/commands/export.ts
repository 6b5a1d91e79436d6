import { basePriceList, type ColumnMapping } from "@hangtag/core"
import { priceFields } from "@hangtag/core/adapter"
import { Hangtag } from "@hangtag/core/effect"
import { Effect, Option } from "effect"
import { Command } from "effect/cli"
import { unreadable } from "../output/CommandFailed.ts"
import { yesFlag } from "../output/flags.ts"
import { withHelp } from "../output/withHelp.ts"
import { readSettingsOf } from "../settings/ofServer.ts"
import { exportColumn } from "./exportColumn.ts"
import { fileFlags, fileOptionsOf, knownFlag, priceFlag, selectionFlags, targetFlags } from "./exportFlags.ts"
import { exportNow } from "./exportNow.ts"
import { exportShopify } from "./exportShopify.ts"
import { exportTarget } from "./exportTarget.ts"

const readColumn = (text: string) => {
  const column = exportColumn(text)
  return column === undefined
    ? unreadable(
        `Column ${text} cannot be read: write NAME=FIELD or NAME=FIELD:SUB_FIELD, such as MAP=price:MAP, with \\= and \\: for such characters in them`,
      )
    : Effect.succeed(column)
}

/** A column of prices is one of the list that is named. */
const inPriceList = (column: ColumnMapping, price_list: string | undefined): ColumnMapping =>
  price_list !== undefined && priceFields.has(column.source_field) ? { ...column, price_list } : column

/** Rows of prices: of each type in each list. */
export const priceRowsOf = (
  types: ReadonlyArray<string>,
  lists: ReadonlyArray<string>,
): ReadonlyArray<ColumnMapping> =>
  types.flatMap((type) =>
    (lists.length === 0 ? [basePriceList] : lists).map((price_list) => ({
      column_name: type,
      source_field: "price",
      sub_field: type,
      price_list,
      use_label: false,
    })),
  )

const flags = {
  ...selectionFlags,
  ...fileFlags,
  price_as_of: priceFlag,
  price_known_at: knownFlag,
  ...targetFlags,
  shopify: yesFlag(
    "shopify",
    "A Shopify product csv of the whole catalog, which changes nothing where it is imported here",
  ),
}

export const exportProducts = Command.make(
  "export",
  flags,
  Effect.fn(function* ({ products, labels, sources, latest, columns, types, lists, organization, ...how }) {
    const settings = yield* readSettingsOf(organization)
    if (how.shopify) {
      const isPlain =
        [products, labels, sources, columns, types, lists].every((each) => each.length === 0) &&
        !(latest || how.gzip || how.about_sheet) &&
        [how.price_as_of, how.price_known_at, how.csv_delimiter, how.csv_decimal, how.list_separator].every(
          (flag) => Option.isNone(flag),
        ) &&
        [how.csv_bom, how.csv_formula_guard].every((flag) => Option.isNone(flag))
      const path = Option.getOrElse(how.output, () => "-")
      if (!isPlain || Option.getOrUndefined(how.format) === "xlsx" || (path !== "-" && !/\.csv$/i.test(path)))
        return yield* unreadable(
          "--shopify takes only --output (a path that ends in .csv, or -) and --organization: it writes the whole catalog as Shopify's csv",
        )
      return yield* exportShopify(settings, organization, path)
    }
    const target = exportTarget(
      Option.getOrUndefined(how.output),
      Option.getOrUndefined(how.format),
      how.gzip,
    )
    if (typeof target === "string") return yield* unreadable(target)
    const mappings = yield* Effect.forEach(columns, readColumn)
    if (mappings.length > 0 && (types.length > 0 || lists.length > 1))
      return yield* unreadable(
        "With --column an export has one --price-list and no --type: their columns name the prices",
      )
    if (mappings.length === 0 && types.length === 0 && lists.length > 0)
      return yield* unreadable("--price-list is of prices: name them with --type, or with --column")
    yield* exportNow(settings, organization, target, (caller) =>
      Effect.flatMap(Hangtag, ({ queueExport }) =>
        queueExport(caller, {
          product_keys: products,
          column_mappings: [
            ...mappings.map((each) => inPriceList(each, lists[0])),
            ...priceRowsOf(types, lists),
          ],
          export_format: target.format,
          export_mode: mappings.length > 0 ? "column_based" : "attribute_rows",
          filter_by_label: labels.length > 0,
          filter_latest_version: latest,
          label_keys: labels,
          source_filter: sources,
          file_options: fileOptionsOf(how, target.gzip),
          price_as_of: Option.getOrNull(how.price_as_of),
          price_known_at: Option.getOrNull(how.price_known_at),
        }),
      ),
    )
  }),
).pipe(
  withHelp(
    "Export products to a file, with a progress bar",
    ["database", "calls", "queue", "storage", "exports"],
    [
      "hangtag export -o prices.csv --column SKU=variant_key --column MAP=price:MAP --latest",
      "Two columns of every product's latest version",
    ],
    [
      "hangtag export --product NT-RIDGE-BOOT -o - --organization demo | head",
      "A row per property of one product, to standard output",
    ],
    [
      "hangtag export -o monday.xlsx --column SKU=variant_key --column MAP=price:MAP --price-as-of 2099-06-01T00:00:00-04:00",
      "The price sheet of a day to come",
    ],
    [
      "hangtag export -o de.csv --column SKU=variant_key --column MAP=price:MAP --price-list DE",
      "The prices that a price list shows, its own and those that it falls back to",
    ],
    [
      "hangtag export -o lists.csv --type MAP --price-list base --price-list DE",
      "A row per property, and of each variant one for the price that each list shows",
    ],
    ["hangtag export --shopify -o products.csv", "The catalog as a file that Shopify imports"],
  ),
)
