import { exportRows } from "@hangtag/core/adapter"
import { aColumnMapping, anExportProduct, aProduct } from "@hangtag/testkit"
import { expect, it } from "vitest"
import { exportColumns } from "../../src/domain/exportColumns.ts"

it("a moment that is none stays the text it is", () => {
  const { columns } = exportColumns([aColumnMapping({ source_field: "updated_at" })], new Set())
  const rowsOf = (updated_at: string) =>
    exportRows({ mode: "column_based", columns }, anExportProduct({ product: aProduct({ updated_at }) }))
  expect(rowsOf("unknown")).toEqual([["unknown"]])
  expect(rowsOf("2026-01-01")).toEqual([[{ kind: "date", text: "2026-01-01" }]])
})
