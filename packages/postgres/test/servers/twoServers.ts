import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { PostgresPorts } from "../../src/index.ts"
import { type Server, type ServerMap, Servers } from "../../src/servers/index.ts"
import { createTestDatabase, layerOf } from "../support/createTestDatabase.ts"
import { onWallClock } from "../support/onWallClock.ts"

/** Organizations whose names begin so are on the other server. */
export class ByName extends Map<string, string> {
  override get(organization: string) {
    return organization.startsWith("theirs") ? "other" : undefined
  }
}

export const mapTo = (other: string): ServerMap => ({
  servers: new Map([["other", other]]),
  organizations: new ByName(),
})

/** Two databases in partitions: the default one, and `other` for those whose names begin with `theirs`. */
export const twoServers: Layer.Layer<Servers> = onWallClock(
  Layer.unwrap(
    Effect.gen(function* () {
      const [first, other] = [
        yield* createTestDatabase("partitioned"),
        yield* createTestDatabase("partitioned"),
      ]
      return Servers.layer(mapTo(other), (_, url = first) =>
        PostgresPorts.layer({ contact: 0 }).pipe(Layer.provideMerge(layerOf(url))),
      )
    }),
  ),
)

/** How many rows of organizations a server has, and those of organizations that are on another one, by table. */
export const rowsOn = Effect.fnUntraced(function* (server: Server) {
  const servers = yield* Servers
  const sql = yield* Effect.provideContext(SqlClient, server.services())
  const tables = yield* sql<{ readonly name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'organization' order by table_name`
  let own = 0
  const foreign: Array<string> = []
  for (const { name } of tables) {
    const counts = yield* sql<{ readonly organization: string; readonly rows: number }>`
      select organization, count(*)::integer as rows from ${sql.literal(name)} group by organization`
    for (const { organization, rows } of counts) {
      if (servers.of(organization) === server) own += rows
      else foreign.push(`${rows} of ${organization} in ${name}`)
    }
  }
  return { own, foreign }
})
