import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { requireWithin, sumOf } from "../kernel/CallLimits.ts"
import { LimitExceeded } from "../kernel/errors.ts"
import { operation } from "../kernel/operation.ts"
import { readLate } from "../kernel/StaleReads.ts"
import { CatalogRepository } from "./CatalogRepository.ts"
import { ExportFields } from "./ExportFields.ts"
import { exportFieldList } from "./rules/exportFieldList.ts"

/**
 * Lists what an export's columns may read. Fails with `LimitExceeded` (`export_fields`) where the catalog has more.
 * Needs `product:read`.
 */
export const listExportFields = operation({
  name: "listExportFields",
  permission: "product:read",
  input: Schema.Struct({}),
  output: ExportFields,
  errors: [LimitExceeded],
  ports: [CatalogRepository],
  limits: ["export_fields"],
  effect: "read",
  mayBeStale: readLate,
  run: Effect.fnUntraced(function* ({ organization }) {
    const catalog = yield* CatalogRepository
    // what each is used for takes a look at every product
    yield* requireWithin("export_fields", (yield* catalog.attributeDefinitions(organization)).length)
    const uses = yield* catalog.attributeUses(organization)
    yield* requireWithin(
      "export_fields",
      sumOf(uses, ({ members }) => 1 + members.length),
    )
    return exportFieldList(uses)
  }),
})
