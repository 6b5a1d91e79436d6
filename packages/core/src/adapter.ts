// What Hangtag's own packages share beyond that; it may change in any release.

export { causeSentence } from "./causeSentence.ts"
export { isMistake } from "./contract/AdapterFault.ts"
export { plainDecimal } from "./contract/Amount.ts"
export { BatchRecordPlace } from "./contract/BatchRecords.ts"
export { batchLimits } from "./contract/batchLimits.ts"
export { attributesFromJson } from "./contract/Catalog.ts"
export { mostFaults } from "./contract/callLimits.ts"
export { DecimalNumber, decimalText, isDecimalNumber, parseDecimalJson } from "./contract/Decimal.ts"
export { defaults } from "./contract/defaults.ts"
export { type EffectiveFromParts, parseEffectiveFrom } from "./contract/EffectiveFrom.ts"
export { csvDecimals, csvDelimiters } from "./contract/ExportRequest.ts"
export { instantToExactText } from "./contract/Instant.ts"
export { jobLimits } from "./contract/jobLimits.ts"
export { isStorable } from "./contract/PriceBatch.ts"
export { plainNotation } from "./contract/plainNotation.ts"
export { attributeKind } from "./domain/attributeKind.ts"
export { changeSheetColumns, changeSheetHeader, changeSheetRows, inSizeOrder } from "./domain/changeSheet.ts"
export { changeSheetName } from "./domain/changeSheetName.ts"
export { type ColumnKind, columnKinds } from "./domain/columnKind.ts"
export { dropNulls } from "./domain/dropNulls.ts"
export type { ExportCell, ExportRow } from "./domain/exportCell.ts"
export { type ExportColumn, exportPriceTypes } from "./domain/exportColumns.ts"
export { exportLane, exportLanes } from "./domain/exportLane.ts"
export { exportPricesAt } from "./domain/exportPrices.ts"
export { type ExportShape, exportHeader, exportRows, hasRows } from "./domain/exportRows.ts"
export { exportFileName } from "./domain/fileOptions.ts"
export { fillBatch, mostMissing } from "./domain/fillBatch.ts"
export { ignoredMappings } from "./domain/ignoredMappings.ts"
export { localDateTime } from "./domain/localDateTime.ts"
export { nearestName } from "./domain/nearestName.ts"
export { pairOrder, priceOrderByPair } from "./domain/pairOrder.ts"
export { priceOrderKeys } from "./domain/priceOrder.ts"
export { shortestAmount } from "./domain/shortestAmount.ts"
export { hash64 } from "./domain/shortHash.ts"
export * from "./json/exactNumber.ts"
export * from "./json/parseJson.ts"
export * from "./json/parseJsonExactly.ts"
export { operationBounds } from "./operationBounds.ts"
export { hangtagPorts, missingPorts, operationPorts } from "./operationPorts.ts"
export { type Built, hangtagServices, servicesOf } from "./servicesOf.ts"
export { currentInstant } from "./usecases/currentInstant.ts"
export { inSteps } from "./usecases/inSteps.ts"
export { readExport } from "./usecases/readExport.ts"
export { requirePermission } from "./usecases/requirePermission.ts"
export { spanned } from "./usecases/spanned.ts"
export { workTurn } from "./usecases/workTurn.ts"
export { valid } from "./validInput.ts"
export {
  batchMomentJson,
  batchReviewJson,
  colorwayChangeJson,
  explanationJson,
  lineJson,
  pairJson,
  policyHistoryJson,
  policyJson,
  previewJson,
  priceAdjustmentJson,
  priceChangeJson,
  recordPageJson,
  refusedChangeJson,
  returnJson,
  timelineJson,
  upcomingJson,
  warningJson,
  withAmount,
} from "./wireJson.ts"
