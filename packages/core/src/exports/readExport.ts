import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { BrandedInstant } from "../kernel/Instant.ts"
import { ExportRepository, type ExportWanted } from "./ExportRepository.ts"
import type { ExportRequest } from "./ExportRequest.ts"
import { exportLists } from "./exportLists.ts"
import { exportSelection } from "./exportSelection.ts"
import { type ExportContext, exportShape, shapeIn } from "./exportShape.ts"
import { exportWanted } from "./exportWanted.ts"
import { exportKnownAt, exportPricesAt } from "./rules/exportPrices.ts"
import type { ExportShape } from "./rules/exportRows.ts"

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
  if (Option.isNone(presumed)) return Option.none()
  const read = yield* atOnce(organization, exportSelection(request), wanted(presumed.value))
  if (Option.isNone(read)) return Option.none()
  const { definitions, count, products } = read.value
  return Option.some({ shape: yield* shapeIn(definitions, request, context), count, products })
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
  if (Option.isSome(small)) return { ...small.value, products: Stream.make(small.value.products) }
  const exports = yield* ExportRepository
  const selection = exportSelection(request)
  const shape = yield* exportShape(organization, request, context)
  const count = yield* exports.count(organization, selection)
  return { shape, count, products: exports.products(organization, selection, wanted(shape)) }
})
