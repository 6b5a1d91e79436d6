import { ChangedMeanwhile, type CrawlDiscovery, CrawlDiscoveryRepository, instantToText } from "@hangtag/core"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { scoped } from "../sql/scoped.ts"
import { comparable } from "../sql/storable.ts"
import { toBigint } from "./toBigint.ts"

type DiscoveryRow = Omit<CrawlDiscovery, "updated_at"> & { readonly updated_at: number }

const one = ([row]: ReadonlyArray<DiscoveryRow>): Option.Option<CrawlDiscovery> =>
  row === undefined ? Option.none() : Option.some({ ...row, updated_at: instantToText(row.updated_at) })

const make = Effect.map(SqlClient, (sql) =>
  CrawlDiscoveryRepository.of({
    select: Effect.fn("CrawlDiscoveryRepository.select")((organization, key, selected, at, expected) => {
      const columns = sql`job_id, discovery_id, url, title, selected, updated_at::float8 as updated_at`
      const where = sql`organization = ${comparable(organization)} and job_id = ${comparable(key.job_id)}
        and discovery_id = ${comparable(key.discovery_id)}`
      const current = sql<DiscoveryRow>`
        select ${columns} from hangtag_crawl_discovery where ${where} for update`
      const update = sql<DiscoveryRow>`
        update hangtag_crawl_discovery set selected = ${selected},
          updated_at = case when selected = ${selected} then updated_at else ${toBigint(at)} end
        where ${where} returning ${columns}`
      const work = Effect.gen(function* () {
        const found = expected === undefined ? Option.none() : one(yield* current)
        if (Option.isSome(found) && expected?.(found.value) === false) {
          const { job_id, discovery_id } = key
          return yield* new ChangedMeanwhile({
            resource: "crawl discovery",
            key: `${job_id}/${discovery_id}`,
          })
        }
        return one(yield* update)
      })
      return scoped(sql, organization, "CrawlDiscoveryRepository.select", work)
    }),
  }),
)

/** `CrawlDiscoveryRepository` on Postgres; the database must be migrated. */
export const PostgresCrawlDiscoveryRepository: Layer.Layer<CrawlDiscoveryRepository, never, SqlClient> =
  Layer.effect(CrawlDiscoveryRepository, make)
