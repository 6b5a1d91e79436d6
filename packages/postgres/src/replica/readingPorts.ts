import {
  CatalogListing,
  CatalogRepository,
  ExportRepository,
  PriceRepository,
  PriceSchedule,
} from "@hangtag/core"
import { type Context, Layer } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { PostgresCatalogListing } from "../catalog/PostgresCatalogListing.ts"
import { PostgresCatalogRepository } from "../catalog/PostgresCatalogRepository.ts"
import { PostgresExportRepository } from "../exports/PostgresExportRepository.ts"
import { PostgresPriceRepository } from "../prices/PostgresPriceRepository.ts"
import { PostgresPriceSchedule } from "../prices/PostgresPriceSchedule.ts"

/** Ports that have no method which writes: a replica is asked of these, and of no other. */
export const readingPorts = [
  CatalogListing,
  CatalogRepository,
  ExportRepository,
  PriceRepository,
  PriceSchedule,
] as const

/** Any of them. */
export type ReadingPorts = Context.Service.Identifier<(typeof readingPorts)[number]>

export const postgresReadingPorts: Layer.Layer<ReadingPorts, never, SqlClient> = Layer.mergeAll(
  PostgresCatalogListing,
  PostgresCatalogRepository,
  PostgresExportRepository,
  PostgresPriceRepository,
  PostgresPriceSchedule,
)
