import {
  CallingOrganization,
  CatalogRepository,
  instantToText,
  PriceRepository,
  Transaction,
} from "@hangtag/core"
import { currentInstant } from "@hangtag/core/adapter"
import { Servers } from "@hangtag/postgres/servers"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

const organization = "demo"

/** The catalog ends with this variant's prices: a reader of these sees all of it. */
const lastLoaded = { brand_key: "NT", product_key: "NT-RIDGE-BOOT", color: "Black" }

/**
 * Loads the demo catalog into a database that never held a catalog, or that was interrupted at it. True when it
 * did. What the demo is made of is read then, and at no other start.
 */
export const loadDemoOnce = Effect.gen(function* () {
  const servers = yield* Servers
  const sql = yield* Effect.provideContext(SqlClient, servers.of(organization).services())
  const [row] = yield* sql<{ empty: boolean }>`select pg_relation_size('hangtag_brand') = 0 as empty`
  if (!row!.empty) {
    const catalog = yield* CatalogRepository
    const { brand, variant_keys } = yield* catalog.findColorway(organization, lastLoaded)
    if (brand === null) return false
    const prices = yield* PriceRepository
    const { inForce } = yield* prices.pricesAround(organization, variant_keys, yield* currentInstant)
    if (inForce.length > 0) return false
  }
  const { loadDemo } = yield* Effect.promise(() => import("./loadDemo.ts"))
  yield* loadDemo(organization)
  return true
})

/** Adds the demo's price changes, all or none of them. */
export const loadDemoPriceChanges = Effect.gen(function* () {
  const today = instantToText(yield* currentInstant).slice(0, 10)
  const { atomically } = yield* Transaction
  const { demoPriceChanges } = yield* Effect.promise(() => import("./demoPriceChanges.ts"))
  yield* atomically(demoPriceChanges(organization, today)).pipe(
    Effect.provideService(CallingOrganization, organization),
    Effect.catchCause((cause) =>
      Effect.logWarning("The demo catalog is there without its price changes", cause),
    ),
  )
})
