import * as Effect from "effect/Effect"
import type { ExportRequest } from "../contract/ExportRequest.ts"
import { type InvalidField, InvalidRequest } from "../contract/errors.ts"
import { exportColumns } from "../domain/exportColumns.ts"
import type { ExportShape } from "../domain/exportRows.ts"
import { CatalogRepository } from "../ports/CatalogRepository.ts"

const missingMappings = (request: ExportRequest): InvalidField => ({
  loc: ["column_mappings"],
  ...(request.column_mappings === null
    ? { type: "missing", msg: "Field required" }
    : {
        type: "too_short",
        msg: "List should have at least 1 item after validation, not 0",
        ctx: { field_type: "List", min_length: 1, actual_length: 0 },
      }),
  input: request.column_mappings,
})

/** What a request's rows are made by. Fails with every mapping that names no field of the organization's catalog. */
export const exportShape = Effect.fn("exportShape")(function* (organization: string, request: ExportRequest) {
  const mappings = request.column_mappings ?? []
  if (request.export_mode === "column_based" && mappings.length === 0) {
    return yield* new InvalidRequest({ fields: [missingMappings(request)] })
  }
  const catalog = yield* CatalogRepository
  const definitions = yield* catalog.attributeDefinitions(organization)
  if (request.export_mode === "attribute_rows") {
    const labels = new Map(
      definitions.map(({ attribute_key, label }) => [attribute_key, label ?? attribute_key]),
    )
    return { mode: "attribute_rows", labels } satisfies ExportShape as ExportShape
  }
  const { columns, faults } = exportColumns(mappings, new Set(definitions.map((each) => each.attribute_key)))
  if (faults.length > 0) return yield* new InvalidRequest({ fields: faults })
  return { mode: "column_based", columns } satisfies ExportShape as ExportShape
})
