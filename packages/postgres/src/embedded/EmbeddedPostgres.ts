/**
 * Postgres inside the process, with nothing to install: PGlite in a thread of its own, kept in a directory.
 *
 * It is the same client (`pg`) and the same SQL as with a server. What differs: statements and
 * transactions of all fibers run one after the other; a running statement cannot be cancelled and
 * `statement_timeout` is ignored; SET without LOCAL, session advisory locks and temporary tables are everybody's
 * (`SharedSession`). Everything committed survives the process being killed; a power failure may undo the last
 * commits, since PGlite does not wait for the disk.
 */
import { Duration, Effect, Layer } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import pg from "pg"
import { cancelRequest } from "../database/cancelRequest.ts"
import { withDatabase } from "../database/Database.ts"
import { listening } from "../database/listening.ts"
import { type ClientPool, poolClient } from "../database/poolClient.ts"
import type { DataDirectoryInUse } from "./DataDirectoryInUse.ts"
import type { DataDirectoryUnusable } from "./DataDirectoryUnusable.ts"
import { type OpenDatabase, openThread } from "./openThread.ts"

export interface Options {
  /** Where the data is kept, made with its parents if it is missing; undefined keeps it in memory. */
  readonly dataDir: string | undefined
  /** What a new database begins with, as `makeTemplate` gives it; nothing, if undefined. */
  readonly loadDataDir?: Uint8Array | undefined
  /** How many fibers may have a statement or a transaction under way; the others queue. Default 20. */
  readonly maxConnections?: number | undefined
}

export const layer = (
  options: Options,
): Layer.Layer<SqlClient, DataDirectoryInUse | DataDirectoryUnusable | SqlError> =>
  Layer.effect(
    SqlClient,
    Effect.flatMap(openThread(options.dataDir, options.loadDataDir), (thread) =>
      clientOf(thread, options.maxConnections, options.dataDir),
    ),
  ).pipe(Layer.provide(Reactivity.layer))

/** What a fresh database holds after `prepare`, for others to begin with (`loadDataDir`). */
export const makeTemplate = <E>(
  prepare: Effect.Effect<unknown, E, SqlClient>,
): Effect.Effect<Uint8Array, E | DataDirectoryInUse | DataDirectoryUnusable | SqlError> =>
  Effect.gen(function* () {
    const thread = yield* openThread(undefined, undefined)
    yield* Effect.provideServiceEffect(prepare, SqlClient, clientOf(thread))
    return yield* Effect.promise(() => thread.dump())
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer))

/** Transactions run one after the other: one that works, and one that is about to. */
const share = 2

/** A client over connections to the thread. */
export const clientOf = Effect.fnUntraced(function* (
  thread: Pick<OpenDatabase, "connect">,
  places = 20,
  dataDir = "memory",
) {
  const pool = yield* Effect.acquireRelease(
    Effect.sync(() =>
      new pg.Pool({
        stream: thread.connect,
        max: places,
        user: "postgres",
        database: "postgres",
        // a connection costs nothing
        idleTimeoutMillis: 0,
      } as pg.PoolConfig).on("error", () => {}),
    ),
    (all) => Effect.promise(() => all.end().catch(() => {})),
  )
  const client = yield* poolClient(pool as unknown as ClientPool, {
    places,
    share,
    waitTimeout: Duration.infinity,
    prepare: true,
    settings: undefined,
    deadline: Duration.infinity,
    cancel: (each) => cancelRequest(each, thread.connect),
    // what its statements are traced with, as of a server behind a socket of the file system
    spanAttributes: [
      ["db.system.name", "postgresql"],
      ["db.namespace", "postgres"],
      ["server.address", dataDir],
      ["server.port", 0],
    ],
  })
  return withDatabase(client.sql, {
    ...client,
    listen: listening(client),
    pooling: undefined,
    isEmbedded: true,
    settings: undefined,
  })
})
