import {
  type BatchRepository,
  CatalogRepository,
  type CatalogWriter,
  type CrawlDiscoveryRepository,
  ExportRepository,
  instantFromMicros,
  PriceRepository,
  type WriteResult,
} from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { aBrand, anExportSelection, instantOf } from "../../builders/index.ts"
import { promisesOf } from "../suite/promisesOf.ts"

export const promises = promisesOf<
  | BatchRepository
  | CatalogRepository
  | CatalogWriter
  | CrawlDiscoveryRepository
  | ExportRepository
  | PriceRepository
>()

export const [at, later] = [instantOf("2026-01-01"), instantOf("2026-02-01")]
export const brands = [aBrand()]

export const counts = ({ inserted, updated, unchanged, rejected }: WriteResult) => [
  inserted,
  updated,
  unchanged,
  ...rejected.map(({ index }) => ({ rejected: index })),
]

export const variantsFound = Effect.fnUntraced(function* (organization: string, productKey = "P1") {
  const catalog = yield* CatalogRepository
  const found = yield* catalog.searchVariants(organization, productKey, { text: "", limit: 1_000 })
  return Option.match(found, { onNone: () => [], onSome: ({ items }) => items })
})

export const versionsFound = Effect.fnUntraced(function* (organization: string) {
  const exports = yield* ExportRepository
  const wanted = { variants: false, attributes: true, price_types: [], at }
  const batches = yield* Stream.runCollect(exports.products(organization, anExportSelection(), wanted))
  return batches.flat().map(({ product }) => product)
})

export const pricesFound = Effect.fnUntraced(function* (organization: string, key = "P1-BLK-9") {
  const { pricesAround } = yield* PriceRepository
  return (yield* pricesAround(organization, [key], instantFromMicros(Number.MIN_SAFE_INTEGER))).future
})
