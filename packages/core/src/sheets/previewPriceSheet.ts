import { changeErrors } from "../changes/PriceChangeRefused.ts"
import { PriceChangeRepository } from "../changes/PriceChangeRepository.ts"
import { operation } from "../kernel/operation.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { judgePriceSheet } from "./judgePriceSheet.ts"
import { PriceSheetRequest, PriceSheetResult } from "./PriceSheet.ts"

/**
 * What generating a price sheet would write, row by row, and nothing is written: each row ends in one outcome, and all that
 * are `changed` are judged together as one change. `problem` says what the change would be refused for.
 *
 * Fails with `InvalidRequest` for a file that is no price sheet, or another organization's, or of a brand whose days have
 * moved; with `NotFound` for a brand or batch, and `LimitExceeded` (`sheet_rows`, and what `generatePriceChange` has). Needs `price:read`.
 */
export const previewPriceSheet = operation({
  name: "previewPriceSheet",
  permission: "price:read",
  input: PriceSheetRequest,
  output: PriceSheetResult,
  errors: changeErrors,
  ports: [PriceChangeRepository, Transaction],
  limits: ["sheet_rows", "change_lines", "change_pairs", "change_records"],
  effect: "read",
  run: (principal, request) => judgePriceSheet(principal, request, true),
})
