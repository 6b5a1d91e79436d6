import type { Unavailable } from "@hangtag/core"
import { Duration, Effect, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { isStorable } from "../database/parameters.ts"
import { StatementDeadline } from "../database/pgSession.ts"
import { schemaVersion } from "../schema/migrate.ts"
import { frozenFor, thawed } from "./freezeOrganization.ts"
import { importRows, settleRows } from "./importRows.ts"
import { unhurried } from "./organizationRows.ts"
import { countRows } from "./organizationSize.ts"
import { exportedTables, type RowsToCome } from "./organizationTables.ts"

/** An organization's file that this installation does not take; `problem` says why, and what to do. */
export class ImportRefused extends Schema.TaggedError<ImportRefused>()("ImportRefused", {
  problem: Schema.String,
}) {
  readonly retryable = false
  override get message() {
    return this.problem
  }
}

interface Part {
  readonly table: string
  /** Each as JSON. */
  readonly rows: ReadonlyArray<string>
}

const sameNames = (one: ReadonlyArray<string>, other: ReadonlyArray<string>) =>
  JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted())

/**
 * Adds an organization with all that is its own, in one transaction that keeps other writes of it out: all of it is there, or
 * nothing. Gives how many rows came of each table. An organization that has anything here is refused, as are rows
 * of another schema.
 */
export const importOrganization = Effect.fn("importOrganization")(
  function* <E, R>(
    { organization, schema_version, tables }: RowsToCome,
    parts: Stream.Stream<Part, E, R>,
  ): Effect.fn.Return<Readonly<Record<string, number>>, E | ImportRefused | Unavailable, R | SqlClient> {
    const sql = yield* SqlClient
    if (schema_version !== schemaVersion)
      return yield* new ImportRefused({
        problem: `The file is of schema version ${schema_version}, and this Hangtag works with ${schemaVersion}: migrate both installations to one version, and export again`,
      })
    if (organization === "" || !isStorable(organization))
      return yield* new ImportRefused({ problem: "The file names no organization that can be kept" })
    const work = Effect.gen(function* () {
      yield* unhurried(sql)
      yield* sql`select pg_advisory_xact_lock(hashtextextended('hangtag frozen ' || ${organization}::text, 0))`
      const own = yield* exportedTables(sql)
      const known = Object.fromEntries(own.map(({ name, columns }) => [name, columns]))
      const differing = [...new Set([...Object.keys(known), ...Object.keys(tables)])].filter(
        (name) => !sameNames(known[name] ?? [], tables[name] ?? []),
      )
      if (differing.length > 0)
        return yield* new ImportRefused({
          problem: `The file's tables are not those of this installation: ${differing.join(", ")}`,
        })
      const isFrozen = (yield* frozenFor(sql, organization)) !== undefined
      const filled = (yield* countRows(sql, organization)).filter(({ rows }) => rows > 0)
      if (filled.length > 0)
        return yield* new ImportRefused({
          problem: isFrozen
            ? `The organization is frozen here: delete what there is of it first, or thaw it (hangtag organizations)`
            : `The organization is here already (${filled.map(({ table, rows }) => `${rows} of ${table}`).join(", ")}): delete it first`,
        })
      const counts: Record<string, number> = Object.fromEntries(own.map(({ name }) => [name, 0]))
      yield* Stream.runForEach(
        parts,
        Effect.fnUntraced(function* ({ table: name, rows }) {
          const table = own.find((each) => each.name === name)
          if (table === undefined)
            return yield* new ImportRefused({ problem: `No table of an organization is called ${name}` })
          if (rows.length === 0) return
          yield* importRows(sql, table, rows)
          counts[name] = counts[name]! + rows.length
        }),
      )
      yield* settleRows(sql, organization, own)
      return counts
    })
    return yield* thawed(sql, organization, "importOrganization", work)
  },
  Effect.provideService(StatementDeadline, Duration.infinity),
)
