import * as Effect from "effect/Effect"
import type { AttributeDefinition } from "../catalog/Catalog.ts"
import { CatalogRepository } from "../catalog/CatalogRepository.ts"
import type { InvalidField } from "../kernel/errors.ts"
import { codeFault, emptyList, requireNoFaults } from "../kernel/faults.ts"
import type { BrandedInstant } from "../kernel/Instant.ts"
import type { ExportRequest } from "./ExportRequest.ts"
import { excelLimits } from "./rules/excelLimits.ts"
import { exportColumns, type ListsOf } from "./rules/exportColumns.ts"
import { exportPricesFaults } from "./rules/exportPrices.ts"
import type { ExportShape } from "./rules/exportRows.ts"
import { fileOptionFaults } from "./rules/fileOptions.ts"

const tooManyColumns = ({ column_mappings }: ExportRequest): InvalidField => ({
  loc: ["column_mappings"],
  type: "too_long",
  msg: `List should have at most ${excelLimits.columns} items after validation, not ${column_mappings?.length}: a sheet of xlsx has no more columns; map fewer, or take csv`,
  ctx: { field_type: "List", max_length: excelLimits.columns, actual_length: column_mappings?.length },
  input: column_mappings,
})

const columnFaults = (request: ExportRequest): ReadonlyArray<InvalidField> => {
  const { export_mode, export_format, column_mappings: mappings } = request
  if (export_mode !== "column_based") return []
  if (mappings === null) return [codeFault(["column_mappings"], mappings, "missing")]
  if (mappings.length === 0) return [codeFault(["column_mappings"], mappings, "too_short", emptyList)]
  return export_format === "xlsx" && mappings.length > excelLimits.columns ? [tooManyColumns(request)] : []
}

/** When an export was asked for, and where the prices of lists are looked for (`exportLists`). */
export interface ExportContext {
  readonly asked: BrandedInstant
  readonly listsOf: ListsOf
}

/** As `exportShape`, in a catalog of these attributes. */
export const shapeIn = Effect.fnUntraced(function* (
  definitions: ReadonlyArray<AttributeDefinition>,
  request: ExportRequest,
  { asked, listsOf }: ExportContext,
) {
  yield* requireNoFaults([
    ...columnFaults(request),
    ...fileOptionFaults(request),
    ...exportPricesFaults(request, asked),
  ])
  const list_separator = request.file_options?.list_separator ?? undefined
  const { export_mode: mode, column_mappings } = request
  const known = new Set(definitions.map((each) => each.attribute_key))
  const { columns, faults } = exportColumns(column_mappings ?? [], known, listsOf, mode)
  yield* requireNoFaults(faults)
  const labels = () =>
    new Map(definitions.map(({ attribute_key, label }) => [attribute_key, label ?? attribute_key]))
  const shape: ExportShape =
    mode === "column_based"
      ? { mode, columns, list_separator }
      : { mode, labels: labels(), columns, list_separator }
  return shape
})

/**
 * What a request's rows are made by. Fails with everything that cannot be: mappings that are too many or name no field of
 * the organization's catalog, or a price list that there is not, file options that the file has no use for.
 */
export const exportShape = Effect.fn("exportShape")(function* (
  organization: string,
  request: ExportRequest,
  context: ExportContext,
) {
  const { attributeDefinitions } = yield* CatalogRepository
  return yield* shapeIn(yield* attributeDefinitions(organization), request, context)
})
