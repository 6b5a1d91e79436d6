// What hosts and adapters of their own need: the contract, the ports, and the rules that adapters keep to. The
// operations are in `effect.ts` and `promise.ts`.

// each copy of the package tells that it is there, whichever of its entries was loaded
import "./copies.ts"

export { CallingOrganization } from "./CallingOrganization.ts"
export {
  type AttributeDefinition,
  type AttributeItem,
  type AttributeOption,
  type AttributeScalar,
  Attributes,
  AttributeValue,
  Brand,
  ProductVersion,
  Variant,
  VariantSearch,
} from "./catalog/Catalog.ts"
export { CatalogListing, type ProductFound, type ProductReading } from "./catalog/CatalogListing.ts"
export {
  BrandList,
  type BrandPage,
  BrandQuery,
  ColorwayPlace,
  ColorwaysQuery,
  ListedColorway,
  ListedProduct,
  ProductDetails,
  ProductList,
  type ProductPage,
  ProductQuery,
  ProductWithColorways,
  VersionSummary,
} from "./catalog/CatalogPages.ts"
export {
  CatalogRepository,
  type Colorway,
  type ColorwayQuery,
  type VariantQuery,
} from "./catalog/CatalogRepository.ts"
export { AttributeField, AttributeKind, BuiltInField, ExportFields } from "./catalog/ExportFields.ts"
export type { ValueKind } from "./catalog/rules/attributeKind.ts"
export type { ColorwayVariant } from "./catalog/rules/colorwayPage.ts"
export { compareSizes } from "./catalog/rules/compareSizes.ts"
export type { AttributeUse } from "./catalog/rules/exportFieldList.ts"
export { matchesVariant, searchOrder, searchRank } from "./catalog/rules/searchOrder.ts"
export { BatchChanges, hasNoSheet } from "./changes/BatchChanges.ts"
export { BatchLimits } from "./changes/BatchLimits.ts"
export {
  Batch,
  BatchRecord,
  BatchRecordPage,
  BatchRecordStatus,
  BatchRecordsQuery,
  BatchStatus,
  SortDirection,
} from "./changes/BatchRecords.ts"
export { BatchLineKey, BatchRemoval, BatchRemovalResult, PairKey } from "./changes/BatchRemoval.ts"
export {
  type BatchRecordFound,
  type BatchRecordsFound,
  BatchRepository,
} from "./changes/BatchRepository.ts"
export {
  BatchReview,
  type BatchReviewPage,
  BatchReviewPlace,
  BatchReviewQuery,
  ReviewedColorway,
  ReviewLine,
} from "./changes/BatchReview.ts"
export type { HangtagError } from "./changes/HangtagError.ts"
export {
  AdjustedColorway,
  AdjustedLine,
  Adjustment,
  AdjustmentAsked,
  PriceAdjustment,
  type PriceAdjustmentPage,
  PriceAdjustmentResult,
  Rounding,
} from "./changes/PriceAdjustment.ts"
export {
  BatchKind,
  BatchMoment,
  BatchMomentList,
  type BatchMomentPage,
  BatchMomentPlace,
  BatchMomentQuery,
  NewPriceBatch,
  PriceBatch,
  PriceBatchList,
  PriceBatchPage,
  PriceBatchPlace,
  PriceBatchQuery,
  PriceBatchStatus,
  Publication,
  PublicationPage,
  PublicationQuery,
  PublishOptions,
  RevertOutcome,
  RevertResult,
} from "./changes/PriceBatch.ts"
export {
  BasisRecord,
  ChangeCollision,
  ChangeLine,
  ColorwayChange,
  ColorwayChangeResult,
  ColorwayKey,
  ColorwayProblem,
  LineFollows,
  MovedPair,
  NoReturn,
  OnCollision,
  PriceChangeRequest,
  PriceChangeResult,
  RefusedColorway,
  StaleColorway,
  WithdrawnDraft,
} from "./changes/PriceChange.ts"
export { ChangeRefusal, PriceChangeRefused } from "./changes/PriceChangeRefused.ts"
export {
  type Act,
  type BatchMomentFound,
  type BatchPart,
  type BatchToMake,
  type ChangePart,
  type ChangeReading,
  type ChangeScope,
  type ChangingBrand,
  PriceChangeRepository,
  type PriceSelection,
  type PublishFacts,
  type PublishingBrand,
  type UnknownNames,
} from "./changes/PriceChangeRepository.ts"
export { PricePublisher, type PricesPublished } from "./changes/PricePublisher.ts"
export {
  AddRecordsByVariantsRequest,
  type FillOutcome,
  MissingCounts,
  MissingPrice,
  MissingReason,
  RepublishFill,
} from "./changes/RepublishFill.ts"
export { publishReturns } from "./changes/rules/asPublished.ts"
export { batchKey, batchKeyFault } from "./changes/rules/batchKey.ts"
export type { ColorwayFound } from "./changes/rules/ColorwayFound.ts"
export type { ChangedVariant } from "./changes/rules/changeSheet.ts"
export { type ColorwayWrites, type NewDraft, noWrites } from "./changes/rules/colorwayWrites.ts"
export type { FillPlan, FillSnapshot } from "./changes/rules/fillBatch.ts"
export { isOfAbove } from "./changes/rules/heldLines.ts"
export {
  movedFilling,
  movedPair,
  type PairBasis,
  type PairFound,
  pairBasis,
} from "./changes/rules/pairBasis.ts"
export { publicationLine } from "./changes/rules/publicationLine.ts"
export type { ChangedPair, SheetBatch } from "./changes/rules/sheetTimelines.ts"
export type { Reverted, TakeBack } from "./changes/rules/takeBacks.ts"
export { unfit } from "./changes/rules/unfit.ts"
export { type JudgedColorway, type VariantMove, variantMoves } from "./changes/rules/variantMoves.ts"
export {
  CrawlDiscovery,
  CrawlJob,
  CrawlJobList,
  type CrawlJobPage,
  CrawlJobQuery,
  DiscoveryList,
  type DiscoveryPage,
  DiscoveryQuery,
  DiscoverySelection,
  DiscoverySelectionResult,
  ListedDiscovery,
  SelectionOutcome,
} from "./discoveries/CrawlDiscovery.ts"
export { CrawlDiscoveryRepository } from "./discoveries/CrawlDiscoveryRepository.ts"
export { catalogUrls } from "./discoveries/rules/catalogUrls.ts"
export { urlKey } from "./discoveries/rules/urlKey.ts"
export {
  ChangeSheetOptions,
  ChangeSheetRequest,
  isChangeSheet,
  isPriceSheet,
  JobRequest,
  SheetFileOptions,
  SheetHeadings,
} from "./exports/ChangeSheet.ts"
export { ExportPreflight, ExportWarning } from "./exports/ExportPreflight.ts"
export {
  type ExportCount,
  ExportRepository,
  type ExportSelection,
  type ExportWanted,
  type SkippedProducts,
  type SmallExport,
} from "./exports/ExportRepository.ts"
export {
  ColumnMapping,
  ExportFormat,
  ExportMode,
  ExportQueued,
  ExportRequest,
  FileOptions,
} from "./exports/ExportRequest.ts"
export { PriceSheetJob, PriceSheetOptions } from "./exports/PriceSheetAsked.ts"
export type { ExportPrice } from "./exports/rules/exportPriceCells.ts"
export type { ExportProduct } from "./exports/rules/exportRows.ts"
export {
  type AttributeEntry,
  type BatchEntry,
  type BrandWriteResult,
  type CatalogContent,
  CatalogWriter,
  type CrawlDiscoveryEntry,
  type PriceEntry,
  type Retirement,
  type ShopPriceEntry,
  type ShopWriteResult,
  type WriteResult,
  type ZoneChange,
} from "./imports/CatalogWriter.ts"
export type { PriceListEntry } from "./imports/PriceListEntry.ts"
export type { ProductEntry, ShopProductEntry, ShopVariantEntry } from "./imports/ProductEntry.ts"
export { importedInstant } from "./imports/rules/importedInstant.ts"
export { unknownList } from "./imports/rules/unknownList.ts"
export { type ExportMessage, ExportPublisher } from "./jobs/ExportPublisher.ts"
export {
  DownloadLink,
  Job,
  JobList,
  type JobPage,
  JobPlace,
  JobQuery,
  JobStatus,
  ListedJob,
} from "./jobs/Job.ts"
export { JobArchive, type JobHolding, type JobReference } from "./jobs/JobArchive.ts"
export { JobEvents } from "./jobs/JobEvents.ts"
export { JobLimits } from "./jobs/JobLimits.ts"
export { type ClaimedJob, defaultLeaseSeconds, JobQueue } from "./jobs/JobQueue.ts"
export {
  type JobClaim,
  type JobFile,
  type JobOutcome,
  type JobProgress,
  type JobRecord,
  JobRepository,
  type JobSelection,
  missedHeartbeatSeconds,
  type NewJob,
} from "./jobs/JobRepository.ts"
export { type LinkOptions, ObjectStorage, type StoredObject } from "./jobs/ObjectStorage.ts"
export { cancelledMessage } from "./jobs/rules/cancelledMessage.ts"
export { nextTurn, type QueuedJob, queueOrder } from "./jobs/rules/queueOrder.ts"
export { AdapterFault } from "./kernel/AdapterFault.ts"
export { Amount, sameAmount } from "./kernel/Amount.ts"
export { type Authenticated, Authenticator, type Credentials } from "./kernel/Authenticator.ts"
export { basePriceList } from "./kernel/basePriceList.ts"
export { type CallLimitName, CallLimits, callLimits } from "./kernel/CallLimits.ts"
export { Currency } from "./kernel/Currency.ts"
export { Decimal, decimalNumber } from "./kernel/Decimal.ts"
export { EffectiveFrom } from "./kernel/EffectiveFrom.ts"
export {
  BatchBusy,
  BatchPublished,
  BatchUnsuitable,
  ChangedMeanwhile,
  FileExpired,
  IdempotencyKeyInUse,
  IdempotencyKeyReused,
  InvalidField,
  InvalidRequest,
  JobNotCompleted,
  LimitExceeded,
  NotFound,
  OrganizationDenied,
  OrganizationFrozen,
  PermissionDenied,
  RequestForgotten,
  TooManyOpen,
  Unauthenticated,
  Unavailable,
} from "./kernel/errors.ts"
export { type HostConnection, HostTransaction } from "./kernel/HostTransaction.ts"
export { IdempotencyStore, type RepeatableRequest } from "./kernel/IdempotencyStore.ts"
export {
  BrandedInstant,
  type Instant,
  instantFromMicros,
  instantFromMillis,
  instantToText,
} from "./kernel/Instant.ts"
export { controlFault, keyFault } from "./kernel/keyFault.ts"
export { type Found, mostCounted, mostListed, mostSkusSearched } from "./kernel/Listing.ts"
export { allPermissions, Permission, type Principal } from "./kernel/Principal.ts"
export { compareText } from "./kernel/rules/compareText.ts"
export { currencyCodes } from "./kernel/rules/currencyCodes.ts"
export { effectiveInstant, isTimeZone } from "./kernel/rules/effectiveInstant.ts"
export { minorUnits } from "./kernel/rules/minorUnits.ts"
export { foldText, matchesWords, searchWords, wordOrder } from "./kernel/rules/searchWords.ts"
export { Transaction } from "./kernel/Transaction.ts"
export {
  ListPolicy,
  ListPolicyChange,
  ListPolicyHistory,
  ListPolicyHistoryPage,
  type StoredListPolicyChange,
} from "./lists/ListPolicy.ts"
export {
  mostLevels,
  mostPlaces,
  mostPlacesToCome,
  mostPriceLists,
  NewPriceList,
  type Placement,
  PriceList,
  PriceListChange,
  PriceListKey,
  PriceListList,
  type PriceListPage,
  PriceListPlace,
  PriceListQuery,
  type StoredPriceList,
} from "./lists/PriceList.ts"
export { ListRefusal, PriceListRefused } from "./lists/PriceListRefused.ts"
export { PriceListRepository } from "./lists/PriceListRepository.ts"
export {
  Blackout,
  noPricePolicy,
  PolicyHistory,
  PolicyHistoryPage,
  PolicyHistoryQuery,
  PricePolicy,
  PricePolicyChange,
  type StoredPolicyChange,
} from "./lists/PricePolicy.ts"
export { placementAt } from "./lists/rules/placementAt.ts"
export { BatchLine } from "./prices/BatchLine.ts"
export {
  CollisionKind,
  ColorwayPrefillRequest,
  ColorwayPreview,
  FutureRecord,
  Incumbent,
  LinePreview,
  LineStatus,
  ListShown,
  PrefillLine,
  VariantLine,
} from "./prices/ColorwayPreview.ts"
export {
  ColorwayPrices,
  ColorwayPricesList,
  ColorwayPricesPage,
  ColorwayPricesPlace,
  ColorwayPricesQuery,
  ColorwaySort,
  ColumnPrices,
  type ListedPrice,
  type PricedColorway,
  type PricedColorways,
  type PricedColorwaysQuery,
  SizePrices,
} from "./prices/ColorwayPrices.ts"
export {
  type FormerPlace,
  type HistoryOf,
  type HistoryVariant,
  PriceHistory,
  type PriceRecords,
} from "./prices/PriceHistory.ts"
export type { PriceListMove } from "./prices/PriceListMove.ts"
export { type BrandPricing, PricePolicyRepository } from "./prices/PricePolicyRepository.ts"
export { Ending, isPrice, type Price, PriceRecord, PriceStatus } from "./prices/PriceRecord.ts"
export { type InForceOnly, PriceRepository, type PricesAround } from "./prices/PriceRepository.ts"
export { type Moments, type MomentsQuery, PriceSchedule } from "./prices/PriceSchedule.ts"
export {
  PairTimeline,
  PriceCandidate,
  PriceExplanation,
  PriceTimeline,
  TimelineDraft,
  TimelineQuery,
  TimelineSegment,
} from "./prices/PriceTimeline.ts"
export { PriceWarning, PriceWarningKind } from "./prices/PriceWarning.ts"
export {
  ListLookedIn,
  PassedOver,
  ResolvedPrice,
  ResolvedPrices,
  ResolvedPricesRequest,
} from "./prices/ResolvedPrices.ts"
export { asKnown } from "./prices/rules/asKnown.ts"
export { judgeReturns, type NewReturn } from "./prices/rules/judgeReturns.ts"
export { movedToZone } from "./prices/rules/movedToZone.ts"
export type { ListedType } from "./prices/rules/pairs.ts"
export {
  goneAt,
  isGone,
  isWithdrawn,
  lastBegun,
  overAt,
  priceInForce,
  priceOrder,
  recordInForce,
} from "./prices/rules/priceInForce.ts"
export {
  momentOrder,
  type PriceMoment,
  placeOfMoment,
  priceMoments,
  recordInstants,
  upcomingOrder,
} from "./prices/rules/priceMoments.ts"
export { comparedAt, type ShownPrice, shopPrice } from "./prices/rules/shopPrice.ts"
export {
  AmountRange,
  type PriceChangeKind,
  UpcomingList,
  UpcomingPage,
  UpcomingPlace,
  UpcomingPrices,
  UpcomingQuery,
} from "./prices/UpcomingPrices.ts"
export {
  OnConflict,
  PriceSheetFile,
  PriceSheetRequest,
  PriceSheetResult,
  SheetCell,
  SheetColorway,
  SheetEdit,
  SheetOutcome,
  SheetRow,
  SheetRowResult,
} from "./sheets/PriceSheet.ts"
