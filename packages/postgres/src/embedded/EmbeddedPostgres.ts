/**
 * Postgres inside the process, with nothing to install: PGlite in a thread of its own, kept in a directory.
 *
 * It is the same client (`@effect/sql-pg`) and the same SQL as with a server. What differs: statements and
 * transactions of all fibers run one after the other; a running statement cannot be cancelled and
 * `statement_timeout` is ignored; SET without LOCAL, session advisory locks and temporary tables are everybody's
 * (`SharedSession`). Everything committed survives the process being killed; a power failure may undo the last
 * commits, since PGlite does not wait for the disk.
 */
import { PgClient } from "@effect/sql-pg"
import { Duration, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { withListener } from "../database/listener.ts"
import { reportLostTransactions } from "../database/reportLostTransactions.ts"
import { SingleSession } from "../database/SingleSession.ts"
import { shareConnections } from "../database/shareConnections.ts"
import type { DataDirectoryInUse } from "./DataDirectoryInUse.ts"
import type { DataDirectoryUnusable } from "./DataDirectoryUnusable.ts"
import { type OpenDatabase, openThread } from "./openThread.ts"

export interface Options {
  /** Where the data is kept, made with its parents if it is missing; undefined keeps it in memory. */
  readonly dataDir: string | undefined
  /** What a new database begins with, as `makeTemplate` gives it; nothing, if undefined. */
  readonly loadDataDir?: Uint8Array | undefined
  /** How many fibers may have a statement or a transaction under way; the others queue. Default 10. */
  readonly maxConnections?: number | undefined
}

export const layer = (
  options: Options,
): Layer.Layer<PgClient.PgClient | SqlClient, DataDirectoryInUse | DataDirectoryUnusable | SqlError> =>
  PgClient.layerFrom(
    Effect.flatMap(openThread(options.dataDir, options.loadDataDir), (thread) =>
      connect(thread, options.maxConnections, options.dataDir),
    ),
  ).pipe(Layer.merge(Layer.succeed(SingleSession, true)))

/** What a fresh database holds after `prepare`, for others to begin with (`loadDataDir`). */
export const makeTemplate = <E>(
  prepare: Effect.Effect<unknown, E, SqlClient>,
): Effect.Effect<Uint8Array, E | DataDirectoryInUse | DataDirectoryUnusable | SqlError> =>
  Effect.gen(function* () {
    const thread = yield* openThread(undefined, undefined)
    yield* Effect.provide(prepare, PgClient.layerFrom(connect(thread, undefined)))
    return yield* Effect.promise(() => thread.dump())
  }).pipe(Effect.scoped)

/** Transactions run one after the other: one that works, and one that is about to. */
const share = 2

const connect = (thread: OpenDatabase, maxConnections = 10, dataDir = "memory") => {
  const config = {
    stream: thread.connect,
    // what its statements are traced with, as of a server behind a socket of the file system
    host: dataDir,
    port: 0,
    username: "postgres",
    database: "postgres",
    maxConnections,
    connectTimeout: Duration.infinity,
  }
  const sharing = { connections: maxConnections, share, limit: Duration.infinity }
  return Effect.map(PgClient.make(config), (client) =>
    withListener(shareConnections(reportLostTransactions(client), sharing), config),
  )
}
