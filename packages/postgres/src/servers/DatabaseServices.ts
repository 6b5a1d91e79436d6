import {
  BatchChanges,
  BatchRepository,
  CatalogListing,
  CatalogRepository,
  CatalogWriter,
  CrawlDiscoveryRepository,
  ExportRepository,
  IdempotencyStore,
  JobArchive,
  JobQueue,
  JobRepository,
  PriceChangeRepository,
  PriceHistory,
  PriceListRepository,
  PricePolicyRepository,
  PriceRepository,
  PriceSchedule,
  type Transaction,
} from "@hangtag/core"
import type { Context } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"

/** Ports whose methods name the organization first, by itself or as a member of it. */
export const portsByOrganization = [
  BatchChanges,
  BatchRepository,
  CatalogListing,
  CatalogRepository,
  CatalogWriter,
  CrawlDiscoveryRepository,
  ExportRepository,
  IdempotencyStore,
  JobArchive,
  JobQueue,
  JobRepository,
  PriceChangeRepository,
  PriceHistory,
  PriceListRepository,
  PricePolicyRepository,
  PriceRepository,
  PriceSchedule,
] as const

/** Ports that one of several servers answers, by the organization. */
export type RoutedPorts = Context.Service.Identifier<(typeof portsByOrganization)[number]> | Transaction

/** What there is of each server: its ports, and its client. */
export type DatabaseServices = RoutedPorts | SqlClient
