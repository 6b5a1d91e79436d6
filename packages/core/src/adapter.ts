// What Hangtag's own packages share beyond that; it may change in any release.

export { attributesFromJson } from "./catalog/Catalog.ts"
export { attributeKind } from "./catalog/rules/attributeKind.ts"
export type { ExportCell, ExportRow } from "./catalog/rules/exportCell.ts"
export { causeSentence } from "./causeSentence.ts"
export { batchLimits } from "./changes/BatchLimits.ts"
export { BatchRecordPlace } from "./changes/BatchRecords.ts"
export {
  changeSheetColumns,
  changeSheetHeader,
  changeSheetRows,
  inSizeOrder,
} from "./changes/rules/changeSheet.ts"
export { changeSheetName, plainName } from "./changes/rules/changeSheetName.ts"
export { writesTogether } from "./changes/rules/colorwayWrites.ts"
export {
  fillBatch,
  mostMissing,
  noOutcome,
  outcomeWith,
  planOutcome,
} from "./changes/rules/fillBatch.ts"
export { revertedBatch } from "./changes/rules/takeBacks.ts"
export { ExportAsked } from "./exports/ExportAsked.ts"
export { csvDecimals, csvDelimiters } from "./exports/ExportRequest.ts"
export { readExport } from "./exports/readExport.ts"
export { type ColumnKind, columnKinds } from "./exports/rules/columnKind.ts"
export { type ExportColumn, exportPriceTypes, ignoredMappings } from "./exports/rules/exportColumns.ts"
export { exportLane, exportLanes } from "./exports/rules/exportLane.ts"
export { exportKnownAt, exportPricesAt } from "./exports/rules/exportPrices.ts"
export { type ExportShape, exportHeader, exportRows, hasRows } from "./exports/rules/exportRows.ts"
export { exportFileName } from "./exports/rules/fileOptions.ts"
export { priceFieldNames as priceFields } from "./exports/rules/jobNeeds.ts"
export {
  nothingBefore,
  type ProductAfter,
  type ProductBefore,
  shownProduct,
  strangeVariants,
} from "./imports/rules/shownProduct.ts"
export { savePriceLists } from "./imports/savePriceLists.ts"
export { inTime, leaving } from "./inTime.ts"
export { jobLimits } from "./jobs/JobLimits.ts"
export * from "./json/exactNumber.ts"
export * from "./json/parseJson.ts"
export { isMistake } from "./kernel/AdapterFault.ts"
export { plainDecimal } from "./kernel/Amount.ts"
export { namedList } from "./kernel/basePriceList.ts"
export { mostFaults } from "./kernel/CallLimits.ts"
export {
  DecimalNumber,
  decimalText,
  isDecimalNumber,
  parseDecimalJson,
  plainNotation,
} from "./kernel/Decimal.ts"
export { type EffectiveFromParts, parseEffectiveFrom } from "./kernel/EffectiveFrom.ts"
export { currentInstant, instantToExactText } from "./kernel/Instant.ts"
export { jsonOf } from "./kernel/jsonOf.ts"
export { withoutControls } from "./kernel/keyFault.ts"
export { type AnyDescribed, operation, spanned } from "./kernel/operation.ts"
export { requirePermission } from "./kernel/Principal.ts"
export { isAbove } from "./kernel/rules/amountRules.ts"
export { dropNulls } from "./kernel/rules/dropNulls.ts"
export { localDateTime } from "./kernel/rules/localDateTime.ts"
export { nearestName } from "./kernel/rules/nearestName.ts"
export { shortestAmount } from "./kernel/rules/shortestAmount.ts"
export { hash64 } from "./kernel/rules/shortHash.ts"
export { StaleAllowed, type StaleReading, StaleReads } from "./kernel/StaleReads.ts"
export { isStorable } from "./kernel/storable.ts"
export { PriceListName, PriceListTags } from "./lists/PriceList.ts"
export { readPriceLists, readSheetLists } from "./lists/readPriceLists.ts"
export { listsEverAbove } from "./lists/rules/listSpans.ts"
export { placed } from "./lists/rules/placementRefusal.ts"
export type { SheetLists } from "./lists/rules/sheetLists.ts"
export { answering, missingPorts, operations, portName } from "./operations.ts"
export { PriceListMove, PriceListMoveRequest } from "./prices/PriceListMove.ts"
export { PricePolicyRequest } from "./prices/PricePolicyRequest.ts"
export { asAnswered, saysSame } from "./prices/PriceRecord.ts"
export { inForceAt, type PriceAhead, priceAhead } from "./prices/rules/colorwayPrices.ts"
export {
  listsOf,
  type Pair,
  pairName,
  pairOrder,
  priceOrderByPair,
  pricesByPair,
  typeName,
} from "./prices/rules/pairs.ts"
export { priceOrderKeys } from "./prices/rules/priceInForce.ts"
export { type Built, decodedCalls, hangtagServices, servicesOf } from "./servicesOf.ts"
export {
  type PriceSheetShape,
  priceSheetColumns,
  priceSheetRows,
  sheetSelection,
} from "./sheets/rules/priceSheetRows.ts"
export { currencyFault, withoutCurrency } from "./sheets/rules/writtenAmount.ts"
export { writtenDate } from "./sheets/rules/writtenDate.ts"
export { sheetPairs } from "./sheets/sheetPairs.ts"
export { type Method, wrapMethods } from "./wrapMethods.ts"
