import {
  type AddRecordsByVariantsRequest,
  BatchRepository,
  type CatalogWriter,
  type FillOutcome,
  type FillPlan,
  instantFromMicros,
} from "@hangtag/core"
import { fillBatch } from "@hangtag/core/adapter"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import {
  aBatchEntry,
  aBatchRecordsQuery,
  aBrand,
  aFillRequest,
  aPriceEntry,
  aProductEntry,
  aVariantEntry,
  instantOf,
} from "../../builders/index.ts"
import type { CatalogSeed } from "../../seed/CatalogSeed.ts"
import { promisesOf } from "../suite/promisesOf.ts"

export const promises = promisesOf<BatchRepository | CatalogWriter>()

export const now = instantOf("2026-06-01")

/** Variants of one product with an active MAP of 1 and MSRP of 2 each, and an open batch. */
export const stock = (...keys: ReadonlyArray<string>): CatalogSeed => ({
  brands: [aBrand()],
  products: [
    aProductEntry({
      variants: keys.map((variant_key) => aVariantEntry({ variant_key, name: `Name ${variant_key}` })),
    }),
  ],
  batches: [aBatchEntry()],
  prices: keys.flatMap((variant_key) => [
    aPriceEntry({ variant_key, amount: "1.00" }),
    aPriceEntry({ variant_key, price_type: "MSRP", amount: "2.0" }),
  ]),
})

export const emptyPlan: FillPlan = { requested: 0, added: [], updated: [], unchanged: 0, missing: [] }

export const fill = Effect.fnUntraced(function* (
  organization: string,
  with_: Partial<AddRecordsByVariantsRequest>,
  options: { at?: number; batch?: string } = {},
) {
  const batches = yield* BatchRepository
  const { batch = "REPUB-1", at = now } = options
  return yield* batches.fill(organization, batch, aFillRequest(with_), instantFromMicros(at), fillBatch)
})

export const counts = ({ added, updated, unchanged, missing }: FillOutcome) => ({
  added,
  updated,
  unchanged,
  missing: missing.length,
})

export const page = Effect.fnUntraced(function* (
  organization: string,
  query: Parameters<typeof aBatchRecordsQuery>[0] = {},
  batch = "REPUB-1",
) {
  const batches = yield* BatchRepository
  const found = yield* batches.records(organization, batch, aBatchRecordsQuery({ limit: 200, ...query }))
  return Option.getOrElse(found, () => undefined)
})

export const listed = (organization: string, query: Parameters<typeof aBatchRecordsQuery>[0] = {}) =>
  Effect.map(page(organization, query), (found) =>
    found?.items.map(({ variant_key, price_type, amount }) => `${variant_key} ${price_type} ${amount}`),
  )
