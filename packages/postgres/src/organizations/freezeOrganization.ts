import type { Instant, Unavailable } from "@hangtag/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { comparable, toBigint } from "../database/parameters.ts"
import { scoped } from "../database/scoped.ts"

/** Why an organization takes no writes. */
export type FreezeReason = "freeze" | "move" | "delete"

/** How long freezing waits for what is being written, in milliseconds. */
const lockTimeout = 30_000

/** Runs what may write in a frozen organization, in its scope. */
export const thawed = <A, E, R>(
  sql: SqlClient,
  organization: string,
  operation: string,
  effect: Effect.Effect<A, E | SqlError, R>,
): Effect.Effect<A, Exclude<E, SqlError> | Unavailable, R> =>
  scoped(
    sql,
    organization,
    operation,
    Effect.andThen(sql`select set_config('hangtag.thawed', 'on', true)`, effect),
  )

/** Why the organization takes no writes; undefined where it takes them. In the surrounding scope. */
export const frozenFor = (sql: SqlClient, organization: string) =>
  Effect.map(
    sql<{ readonly reason: FreezeReason }>`
      select reason from hangtag_frozen where organization = ${comparable(organization)}`,
    ([row]) => row?.reason,
  )

/** Why the organization takes no writes; undefined where it takes them. */
export const organizationFreeze = Effect.fn("organizationFreeze")(function* (organization: string) {
  const sql = yield* SqlClient
  return yield* scoped(sql, organization, "organizationFreeze", frozenFor(sql, organization))
})

/**
 * Has the organization take no writes from now on, once what is being written is: its reads go on. One that is frozen
 * already is so for this reason from now on, unless it is being deleted.
 */
export const freezeOrganization = Effect.fn("freezeOrganization")(function* (
  organization: string,
  reason: FreezeReason,
  at: Instant,
) {
  const sql = yield* SqlClient
  yield* scoped(
    sql,
    organization,
    "freezeOrganization",
    Effect.andThen(
      sql`select pg_advisory_xact_lock(hashtextextended('hangtag frozen ' || ${organization}::text, 0))`,
      sql`insert into hangtag_frozen (organization, frozen_at, reason)
        values (${organization}, ${toBigint(at)}, ${reason})
        on conflict (organization) do update set reason = excluded.reason where hangtag_frozen.reason <> 'delete'`,
    ),
    { lockTimeout },
  )
})

/** Has the organization take writes again; gives why it took none, and leaves one whose deletion has begun as it is. */
export const thawOrganization = Effect.fn("thawOrganization")(function* (organization: string) {
  const sql = yield* SqlClient
  return yield* scoped(
    sql,
    organization,
    "thawOrganization",
    Effect.tap(
      frozenFor(sql, organization),
      sql`delete from hangtag_frozen where organization = ${comparable(organization)} and reason <> 'delete'`,
    ),
  )
})
