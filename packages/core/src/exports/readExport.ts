import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { basePriceList } from "../kernel/basePriceList.ts"
import { requireWithin } from "../kernel/CallLimits.ts"
import { type LimitExceeded, PermissionDenied } from "../kernel/errors.ts"
import type { BrandedInstant } from "../kernel/Instant.ts"
import { type Principal, requirePermission } from "../kernel/Principal.ts"
import { savedLists } from "../lists/readPriceLists.ts"
import { listsLookedIn, openLists } from "../lists/rules/listsLookedIn.ts"
import { withBase } from "../lists/rules/shownList.ts"
import { ExportRepository, type ExportSelection, type ExportWanted } from "./ExportRepository.ts"
import type { ExportRequest } from "./ExportRequest.ts"
import { type ExportContext, exportShape, shapeIn } from "./exportShape.ts"
import {
  exportListedTypes,
  isPerVariant,
  isRead,
  type ListsOf,
  namesList,
  shortened,
} from "./rules/exportColumns.ts"
import { exportKnownAt, exportPricesAt } from "./rules/exportPrices.ts"
import type { ExportShape } from "./rules/exportRows.ts"
import { priceColumns } from "./rules/jobNeeds.ts"

/**
 * Fails with the permission that an export or its columns ask for, of several columns all are named; and where it names more keys or
 * columns than one export may.
 */
export const requireExport = Effect.fnUntraced(function* (
  principal: Principal,
  request: ExportRequest,
): Effect.fn.Return<void, PermissionDenied | LimitExceeded> {
  yield* requirePermission(principal, "product:read")
  const columns = priceColumns(request)
  if (columns.length > 0 && !principal.permissions.has("price:read"))
    yield* new PermissionDenied({ permission: "price:read", columns: columns.map(shortened) })
  const { product_keys, label_keys, source_filter, column_mappings } = request
  const keys = product_keys.length + (label_keys?.length ?? 0) + (source_filter?.length ?? 0)
  yield* requireWithin("export_keys", keys)
  yield* requireWithin("export_columns", column_mappings?.length ?? 0, ["column_mappings"])
})

/** Which product versions a request selects; an empty `source_filter` filters nothing, as an absent one. */
export const exportSelection = (request: ExportRequest): ExportSelection => ({
  product_keys: [...new Set(request.product_keys)],
  brand_key: null,
  label_keys: request.filter_by_label ? (request.label_keys ?? []) : null,
  sources: request.source_filter !== null && request.source_filter.length > 0 ? request.source_filter : null,
  latest_only: request.filter_latest_version,
})

/** What the rows read of each product, with prices as they are in force at the instant, and were known at the other. */
export const exportWanted = (
  shape: ExportShape,
  at: BrandedInstant,
  knownAt?: BrandedInstant,
): ExportWanted => {
  const isRows = shape.mode === "attribute_rows"
  const prices = exportListedTypes(shape.columns)
  const list_prices = prices.filter(({ price_list }) => price_list !== basePriceList)
  return {
    variants: isRows || isPerVariant(shape.columns),
    attributes: isRows || shape.columns.some(({ source }) => source.kind === "attribute"),
    price_types: prices
      .filter(({ price_list }) => price_list === basePriceList)
      .map(({ price_type }) => price_type),
    ...(list_prices.length > 0 && { list_prices }),
    at,
    ...(knownAt !== undefined && { known_at: knownAt }),
  }
}

const none: ListsOf = () => undefined

/** The price lists that a request names where they are read. */
export const listsNamed = ({ export_mode, column_mappings }: ExportRequest): ReadonlyArray<string> => {
  const named = (column_mappings ?? []).filter((each) => isRead(export_mode, each) && namesList(each))
  return [...new Set(named.map(({ price_list }) => price_list!))]
}

/**
 * Where the prices of the lists that a request names are looked for, as lists stand at the instant of its prices. Nothing is read where it
 * names none, nor where the host keeps no lists.
 */
export const exportLists = Effect.fnUntraced(function* (
  organization: string,
  request: ExportRequest,
  asked: BrandedInstant,
) {
  const keys = listsNamed(request)
  if (keys.length === 0) return none
  const knownAt = exportKnownAt(request)
  const only = keys.length === 1 ? keys[0] : undefined
  const lists = withBase(yield* savedLists(organization, only, knownAt !== undefined))
  const at = exportPricesAt(request, asked)
  const listsOf: ListsOf = (key) =>
    lists.has(key) ? openLists(listsLookedIn(lists, key, at, knownAt)) : undefined
  return listsOf
})

/** The request's shape if each of its columns that is no field reads an attribute: which reads just as much. */
const presumedShape = (request: ExportRequest, context: ExportContext) =>
  shapeIn(
    (request.column_mappings ?? []).map(({ source_field }) => ({ attribute_key: source_field, label: null })),
    request,
    context,
  )

/** The request's shape, what it takes, and what is wanted of that, read at once; none where that is too much. */
export const readAtOnce = Effect.fnUntraced(function* (
  organization: string,
  request: ExportRequest,
  context: ExportContext,
  wanted: (shape: ExportShape) => ExportWanted,
) {
  const { atOnce } = yield* ExportRepository
  const presumed = yield* Effect.option(presumedShape(request, context))
  if (Option.isNone(presumed)) return undefined
  const read = yield* atOnce(organization, exportSelection(request), wanted(presumed.value))
  if (Option.isNone(read)) return undefined
  const { definitions, count, products } = read.value
  return { shape: yield* shapeIn(definitions, request, context), count, products }
})

/**
 * What an export of the request is made of: its shape, what it takes, and the products, with prices as they are in force at
 * the instant that it names, else when it was `asked` for; of a small one all read at once (`ExportRepository.atOnce`). Fails as `exportShape` does.
 */
export const readExport = Effect.fn("readExport")(function* (
  organization: string,
  request: ExportRequest,
  asked: BrandedInstant,
) {
  const at = exportPricesAt(request, asked)
  const context = { asked, listsOf: yield* exportLists(organization, request, asked) }
  const wanted = (shape: ExportShape) => exportWanted(shape, at, exportKnownAt(request))
  const small = yield* readAtOnce(organization, request, context, wanted)
  if (small !== undefined) return { ...small, products: Stream.make(small.products) }
  const exports = yield* ExportRepository
  const selection = exportSelection(request)
  const shape = yield* exportShape(organization, request, context)
  const count = yield* exports.count(organization, selection)
  return { shape, count, products: exports.products(organization, selection, wanted(shape)) }
})
