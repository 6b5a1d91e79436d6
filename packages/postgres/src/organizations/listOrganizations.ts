import type { Unavailable } from "@hangtag/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { databaseOf } from "../database/Database.ts"
import { databaseUnavailable } from "../database/failures.ts"
import { DatabaseUnsuitable } from "../schema/DatabaseUnsuitable.ts"
import { backupRole } from "../schema/rights.ts"
import type { FreezeReason } from "./freezeOrganization.ts"
import { unhurried } from "./organizationRows.ts"

/** An organization of the installation, and how much it has. */
export interface ListedOrganization {
  readonly organization: string
  readonly products: number
  readonly variants: number
  readonly batches: number
  readonly jobs: number
  /** When something of it was written last, in microseconds; null where nothing says so. Reads leave no trace. */
  readonly last_written_at: number | null
  /** Why it takes no writes; null where it does. */
  readonly frozen: FreezeReason | null
}

/** What an organization begins with, one or the other; being deleted it is found as frozen. Each begins its key with it. */
const roots = ["brand", "batch", "attribute_label", "crawl_discovery", "job", "frozen"]

/** From one name to the next along the key: however many rows each has. */
const namesIn = (table: string) => `(with recursive n as (
    (select organization from hangtag_${table} order by organization limit 1)
    union all select (select t.organization from hangtag_${table} t where t.organization > n.organization
      order by t.organization limit 1) from n where n.organization is not null)
  select organization from n where organization is not null)`

const list = `
  select o.organization, p.products, p.variants, b.batches, j.jobs, f.reason as frozen,
    greatest(j.at, b.at, v.at, c.at, d.at)::float8 as last_written_at
  from (${roots.map(namesIn).join(" union ")}) o
  cross join lateral (select count(*)::float8 as products, coalesce(sum(variant_count), 0)::float8 as variants
    from hangtag_product where organization = o.organization) p
  cross join lateral (select count(*)::float8 as batches, max(greatest(created_at, published_at, discarded_at)) as at
    from hangtag_batch where organization = o.organization) b
  cross join lateral (select count(*)::float8 as jobs, max(created_at) as at from hangtag_job
    where organization = o.organization) j
  cross join lateral (select max(updated_at) as at from hangtag_product_version where organization = o.organization) v
  cross join lateral (select max(changed_at) as at from hangtag_price_policy_change where organization = o.organization) c
  cross join lateral (select max(updated_at) as at from hangtag_crawl_discovery where organization = o.organization) d
  left join hangtag_frozen f on f.organization = o.organization
  order by o.organization`

/**
 * Every organization of the installation. Row-level security shows no query of ours more than one: on a server this reads as the role
 * for backups, which the user of the connection has to be a member of; in an embedded database as its owner.
 */
export const listOrganizations: Effect.Effect<
  ReadonlyArray<ListedOrganization>,
  DatabaseUnsuitable | Unavailable,
  SqlClient
> = Effect.gen(function* () {
  const sql = yield* SqlClient
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* unhurried(sql)
      if (!databaseOf(sql).isEmbedded) {
        const [role] = yield* sql<{ readonly isHad: boolean | null; readonly user: string }>`
          select pg_has_role(to_regrole(${backupRole})::oid, 'member') as "isHad", current_user::text as user`
        if (role!.isHad !== true)
          return yield* new DatabaseUnsuitable({
            problem: `Only members of ${backupRole} see which organizations there are`,
            remedy: `Run as an administrator: GRANT ${backupRole} TO "${role!.user.replaceAll('"', '""')}"`,
          })
        yield* sql`select set_config('role', ${backupRole}, true)`
      }
      return yield* sql.unsafe<ListedOrganization>(list)
    }),
  )
}).pipe(Effect.catchTag("SqlError", (error) => Effect.fail(databaseUnavailable("listOrganizations", error))))
