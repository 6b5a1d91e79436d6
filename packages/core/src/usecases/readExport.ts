import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { ExportRequest } from "../contract/ExportRequest.ts"
import type { Instant } from "../contract/Instant.ts"
import { ExportRepository } from "../ports/ExportRepository.ts"
import { exportSelection } from "./exportSelection.ts"
import { exportShape, shapeIn } from "./exportShape.ts"
import { exportWanted } from "./exportWanted.ts"

/** The request's shape if each of its columns that is no field reads an attribute: which reads just as much. */
const presumedShape = (request: ExportRequest) =>
  shapeIn(
    (request.column_mappings ?? []).map(({ source_field }) => ({ attribute_key: source_field, label: null })),
    request,
  )

/**
 * What an export of the request is made of: its shape, what it takes, and the products, with prices as they are in force at
 * the instant; of a small one all read at once (`ExportRepository.atOnce`). Fails as `exportShape` does.
 */
export const readExport = Effect.fn("readExport")(function* (
  organization: string,
  request: ExportRequest,
  at: Instant,
) {
  const exports = yield* ExportRepository
  const selection = exportSelection(request)
  const presumed = yield* Effect.option(presumedShape(request))
  const small = yield* Effect.transposeOption(
    Option.map(presumed, (shape) => exports.atOnce(organization, selection, exportWanted(shape, at))),
  )
  const read = Option.flatten(small)
  if (Option.isSome(read)) {
    const { definitions, count, products } = read.value
    return { shape: yield* shapeIn(definitions, request), count, products: Stream.make(products) }
  }
  const shape = yield* exportShape(organization, request)
  const count = yield* exports.count(organization, selection)
  return { shape, count, products: exports.products(organization, selection, exportWanted(shape, at)) }
})
