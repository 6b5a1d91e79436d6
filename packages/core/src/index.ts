// What hosts and adapters of their own need: the contract, the ports, and the rules that adapters keep to. The
// operations are in `effect.ts` and `promise.ts`.

// each copy of the package tells that it is there, whichever of its entries was loaded
import "./copies.ts"

export { AdapterFault } from "./contract/AdapterFault.ts"
export { Amount, sameAmount } from "./contract/Amount.ts"
export { BatchLine } from "./contract/BatchLine.ts"
export {
  Batch,
  BatchRecord,
  BatchRecordPage,
  BatchRecordStatus,
  BatchRecordsQuery,
  BatchStatus,
  SortDirection,
} from "./contract/BatchRecords.ts"
export { BatchLineKey, BatchRemoval, BatchRemovalResult, PairKey } from "./contract/BatchRemoval.ts"
export {
  BatchReview,
  type BatchReviewPage,
  BatchReviewQuery,
  ReviewedColorway,
  ReviewLine,
} from "./contract/BatchReview.ts"
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
  VariantSearchQuery,
} from "./contract/Catalog.ts"
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
  VersionSummary,
} from "./contract/CatalogListing.ts"
export {
  ChangeSheetOptions,
  ChangeSheetRequest,
  isChangeSheet,
  JobRequest,
  SheetFileOptions,
  SheetHeadings,
} from "./contract/ChangeSheet.ts"
export {
  CollisionKind,
  ColorwayPrefillRequest,
  ColorwayPreview,
  FutureRecord,
  Incumbent,
  LinePreview,
  LineStatus,
  PrefillLine,
  VariantLine,
} from "./contract/ColorwayPreview.ts"
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
} from "./contract/CrawlDiscovery.ts"
export { type CallLimitName, callLimits } from "./contract/callLimits.ts"
export { Decimal, decimalNumber } from "./contract/Decimal.ts"
export { EffectiveFrom } from "./contract/EffectiveFrom.ts"
export { AttributeField, AttributeKind, BuiltInField, ExportFields } from "./contract/ExportFields.ts"
export { ExportPreflight, ExportWarning } from "./contract/ExportPreflight.ts"
export {
  ColumnMapping,
  ExportFormat,
  ExportMode,
  ExportQueued,
  ExportRequest,
  FileOptions,
} from "./contract/ExportRequest.ts"
export {
  BatchBusy,
  BatchPublished,
  BatchUnsuitable,
  ChangedMeanwhile,
  FileExpired,
  type HangtagError,
  IdempotencyKeyInUse,
  IdempotencyKeyReused,
  InvalidField,
  InvalidRequest,
  JobNotCompleted,
  LimitExceeded,
  NotFound,
  OrganizationDenied,
  PermissionDenied,
  PriceChangeRefused,
  RequestForgotten,
  TooManyOpen,
  Unauthenticated,
  Unavailable,
} from "./contract/errors.ts"
export {
  BrandedInstant,
  type Instant,
  instantFromMicros,
  instantFromMillis,
  instantToText,
} from "./contract/Instant.ts"
export {
  DownloadLink,
  Job,
  JobList,
  type JobPage,
  JobPlace,
  JobQuery,
  JobStatus,
  ListedJob,
} from "./contract/Job.ts"
export { controlFault, keyFault } from "./contract/keyFault.ts"
export { type Found, mostCounted, mostSkusSearched } from "./contract/Listing.ts"
export {
  AdjustedColorway,
  AdjustedLine,
  Adjustment,
  AdjustmentAsked,
  PriceAdjustment,
  type PriceAdjustmentPage,
  PriceAdjustmentResult,
  Rounding,
} from "./contract/PriceAdjustment.ts"
export {
  BatchKind,
  BatchMoment,
  BatchMomentList,
  type BatchMomentPage,
  BatchMomentPlace,
  BatchMomentQuery,
  NewPriceBatch,
  PriceBatch,
  PriceBatchPage,
  PriceBatchQuery,
  PriceBatchStatus,
  Publication,
  PublicationPage,
  PublicationQuery,
  PublishOptions,
  RevertOutcome,
  RevertResult,
} from "./contract/PriceBatch.ts"
export {
  BasisRecord,
  ChangeCollision,
  ChangeLine,
  ChangeRefusal,
  ColorwayChange,
  ColorwayChangeResult,
  ColorwayKey,
  ColorwayProblem,
  MovedPair,
  mostListed,
  NoReturn,
  OnCollision,
  PriceChangeRequest,
  PriceChangeResult,
  RefusedColorway,
  StaleColorway,
} from "./contract/PriceChange.ts"
export {
  Blackout,
  noPricePolicy,
  PolicyHistoryPage,
  PolicyHistoryQuery,
  PricePolicy,
  PricePolicyChange,
  type StoredPolicyChange,
} from "./contract/PricePolicy.ts"
export { PriceRecord, PriceStatus } from "./contract/PriceRecord.ts"
export {
  PairTimeline,
  PriceCandidate,
  PriceExplanation,
  PriceTimeline,
  TimelineDraft,
  TimelineQuery,
  TimelineSegment,
} from "./contract/PriceTimeline.ts"
export { PriceWarning, PriceWarningKind } from "./contract/PriceWarning.ts"
export { allPermissions, Permission, type Principal } from "./contract/Principal.ts"
export type { ProductEntry, ShopProductEntry, ShopVariantEntry } from "./contract/ProductEntry.ts"
export {
  AddRecordsByVariantsRequest,
  type FillOutcome,
  MissingCounts,
  MissingPrice,
  MissingReason,
  RepublishFill,
} from "./contract/RepublishFill.ts"
export {
  AmountRange,
  type PriceChangeKind,
  UpcomingPage,
  UpcomingPlace,
  UpcomingPrices,
  UpcomingQuery,
} from "./contract/UpcomingPrices.ts"
export { WithdrawnDraft } from "./contract/WithdrawnDraft.ts"
export type { ValueKind } from "./domain/attributeKind.ts"
export { batchKey, batchKeyFault } from "./domain/batchKey.ts"
export { cancelledMessage } from "./domain/cancelledMessage.ts"
export { catalogUrls } from "./domain/catalogUrls.ts"
export type { ColorwayFound, ColorwayWrites } from "./domain/changeColorway.ts"
export type { ChangedVariant } from "./domain/changeSheet.ts"
export type { ColorwayVariant } from "./domain/colorwayPage.ts"
export { compareSizes } from "./domain/compareSizes.ts"
export { compareText } from "./domain/compareText.ts"
export { effectiveInstant, isTimeZone } from "./domain/effectiveInstant.ts"
export type { ExportCount, SkippedProducts } from "./domain/exportCount.ts"
export type { AttributeUse } from "./domain/exportFieldList.ts"
export type { ExportProduct } from "./domain/exportRows.ts"
export { type FillPlan, type FillSnapshot, noOutcome, outcomeWith, planOutcome } from "./domain/fillBatch.ts"
export { foldText } from "./domain/foldText.ts"
export { judgeReturns, type NewReturn } from "./domain/judgeReturns.ts"
export { movedToZone } from "./domain/movedToZone.ts"
export { movedFilling, movedPair, type PairBasis, type PairFound, pairBasis } from "./domain/pairBasis.ts"
export type { NewDraft } from "./domain/planChange.ts"
export { goneAt, isGone, isWithdrawn, lastBegun, overAt, priceInForce } from "./domain/priceInForce.ts"
export {
  momentOrder,
  type PriceMoment,
  placeOfMoment,
  priceMoments,
  recordInstants,
  upcomingOrder,
} from "./domain/priceMoments.ts"
export { priceOrder } from "./domain/priceOrder.ts"
export { publicationLine } from "./domain/publicationLine.ts"
export { publishReturns } from "./domain/publishReturns.ts"
export { nextTurn, type QueuedJob, queueOrder } from "./domain/queueOrder.ts"
export { matchesVariant, searchOrder } from "./domain/searchOrder.ts"
export { searchRank } from "./domain/searchRank.ts"
export { matchesWords, searchWords, wordOrder } from "./domain/searchWords.ts"
export type { ChangedPair, SheetBatch } from "./domain/sheetTimelines.ts"
export { comparedAt, type ShownPrice, shopPrice } from "./domain/shopPrice.ts"
export {
  nothingBefore,
  type ProductAfter,
  type ProductBefore,
  shownProduct,
  strangeVariants,
} from "./domain/shownProduct.ts"
export { unfit } from "./domain/unfit.ts"
export { urlKey } from "./domain/urlKey.ts"
export { type JudgedColorway, type VariantMove, variantMoves } from "./domain/variantMoves.ts"
export { type Authenticated, Authenticator, type Credentials } from "./ports/Authenticator.ts"
export { BatchChanges, hasNoSheet } from "./ports/BatchChanges.ts"
export { BatchLimits } from "./ports/BatchLimits.ts"
export { BatchRepository } from "./ports/BatchRepository.ts"
export { CallingOrganization } from "./ports/CallingOrganization.ts"
export { CallLimits } from "./ports/CallLimits.ts"
export { CatalogListing, type ProductFound, type ProductReading } from "./ports/CatalogListing.ts"
export { CatalogRepository, type Colorway, type ColorwayQuery } from "./ports/CatalogRepository.ts"
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
} from "./ports/CatalogWriter.ts"
export { CrawlDiscoveryRepository } from "./ports/CrawlDiscoveryRepository.ts"
export { type ExportMessage, ExportPublisher } from "./ports/ExportPublisher.ts"
export {
  ExportRepository,
  type ExportSelection,
  type ExportWanted,
  type SmallExport,
} from "./ports/ExportRepository.ts"
export { HeavyWork } from "./ports/HeavyWork.ts"
export { type HostConnection, HostTransaction } from "./ports/HostTransaction.ts"
export { IdempotencyStore, type RepeatableRequest } from "./ports/IdempotencyStore.ts"
export { JobArchive, type JobHolding, type JobReference } from "./ports/JobArchive.ts"
export { JobEvents } from "./ports/JobEvents.ts"
export { JobLimits } from "./ports/JobLimits.ts"
export { type ClaimedJob, defaultLeaseSeconds, JobQueue } from "./ports/JobQueue.ts"
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
} from "./ports/JobRepository.ts"
export { type LinkOptions, ObjectStorage, type StoredObject } from "./ports/ObjectStorage.ts"
export {
  type Act,
  type Acting,
  actOf,
  type BatchMomentFound,
  type BatchPart,
  type ChangePart,
  type ChangeScope,
  type ChangeTarget,
  type ChangeWork,
  type ChangingBrand,
  doPlanned,
  type Planned,
  PriceChangeRepository,
  type PriceSelection,
  type PublishFacts,
  type PublishingBrand,
  type PublishWork,
  type RevertWrites,
  type UnknownNames,
} from "./ports/PriceChangeRepository.ts"
export { type HistoryOf, PriceHistory, type PriceRecords } from "./ports/PriceHistory.ts"
export { type BrandPricing, PricePolicyRepository } from "./ports/PricePolicyRepository.ts"
export { PricePublisher, type PricesPublished } from "./ports/PricePublisher.ts"
export { PriceRepository, type PricesAround } from "./ports/PriceRepository.ts"
export { type Moments, type MomentsQuery, PriceSchedule } from "./ports/PriceSchedule.ts"
export { Transaction } from "./ports/Transaction.ts"
