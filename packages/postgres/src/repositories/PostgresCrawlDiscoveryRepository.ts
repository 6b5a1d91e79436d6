import { type CrawlDiscovery, CrawlDiscoveryRepository, instantToText } from "@hangtag/core"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { scoped } from "../sql/scoped.ts"
import { comparable } from "../sql/storable.ts"
import { toBigint } from "./toBigint.ts"

type DiscoveryRow = Omit<CrawlDiscovery, "updated_at"> & { readonly updated_at: number }

const make = Effect.map(SqlClient, (sql) =>
  CrawlDiscoveryRepository.of({
    select: Effect.fn("CrawlDiscoveryRepository.select")(function* (organization, key, selected, at) {
      const [row] = yield* scoped(
        sql,
        organization,
        "CrawlDiscoveryRepository.select",
        sql<DiscoveryRow>`
          update hangtag_crawl_discovery set selected = ${selected},
            updated_at = case when selected = ${selected} then updated_at else ${toBigint(at)} end
          where organization = ${comparable(organization)} and job_id = ${comparable(key.job_id)}
            and discovery_id = ${comparable(key.discovery_id)}
          returning job_id, discovery_id, url, title, selected, updated_at::float8 as updated_at`,
      )
      return row === undefined
        ? Option.none()
        : Option.some({ ...row, updated_at: instantToText(row.updated_at) })
    }),
  }),
)

/** `CrawlDiscoveryRepository` on Postgres; the database must be migrated. */
export const PostgresCrawlDiscoveryRepository: Layer.Layer<CrawlDiscoveryRepository, never, SqlClient> =
  Layer.effect(CrawlDiscoveryRepository, make)
