import { changeErrors } from "../changes/PriceChangeRefused.ts"
import { PriceChangeRepository } from "../changes/PriceChangeRepository.ts"
import { operation } from "../kernel/operation.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { judgePriceSheet } from "./judgePriceSheet.ts"
import { PriceSheetRequest, PriceSheetResult } from "./PriceSheet.ts"

/**
 * Writes what is `changed` in a price sheet into an open batch, or a new one, as one price change: everything or nothing. Rows
 * that are refused are left out, and so are those whose price has moved since the sheet was written, unless `on_conflict`
 * says otherwise. Nothing is in force before the batch is published.
 *
 * Fails as `previewPriceSheet` and `generatePriceChange` do. Needs `price:write`.
 */
export const generatePriceSheet = operation({
  name: "generatePriceSheet",
  permission: "price:write",
  input: PriceSheetRequest,
  output: PriceSheetResult,
  errors: changeErrors,
  ports: [PriceChangeRepository, Transaction],
  limits: ["sheet_rows", "change_lines", "change_pairs", "change_records", "openBatches"],
  effect: "draft",
  run: (principal, request) => judgePriceSheet(principal, request, false),
})
