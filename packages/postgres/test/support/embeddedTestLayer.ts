import { randomBytes } from "node:crypto"
import { readFile, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { inject } from "vitest"
import { EmbeddedPostgres } from "../../src/embedded/index.ts"
import { migrate } from "../../src/schema/migrate.ts"
import type { TestDatabaseKind } from "./createTestDatabase.ts"
import { onWallClock } from "./onWallClock.ts"

/** A fresh embedded database in memory. */
export const embeddedTestLayer = (kind: TestDatabaseKind = "migrated"): Layer.Layer<SqlClient> =>
  Layer.unwrap(
    Effect.map(template(kind), (loadDataDir) => EmbeddedPostgres.layer({ dataDir: undefined, loadDataDir })),
  ).pipe(Layer.orDie, onWallClock)

/** New databases have Hangtag's tables already. */
const emptied = Effect.flatMap(SqlClient, (sql) =>
  Effect.forEach(
    [
      "drop schema public cascade",
      "create schema public",
      "drop owned by hangtag_app",
      "drop role hangtag_app",
    ],
    (statement) => sql.unsafe(statement),
  ),
)
const prepared = { migrated: migrate, empty: emptied }

/** Made by the run's first test file; if two make it at once, the renaming leaves one whole file. */
const template = (kind: TestDatabaseKind) => {
  const file = join(inject("runDirectory"), `${kind}.tar`)
  const make = Effect.suspend(() => EmbeddedPostgres.makeTemplate<unknown>(prepared[kind])).pipe(
    Effect.tap((tar) =>
      Effect.promise(async () => {
        const unfinished = `${file}.${randomBytes(6).toString("hex")}`
        await writeFile(unfinished, tar)
        await rename(unfinished, file)
      }),
    ),
  )
  return Effect.tryPromise((): Promise<Uint8Array> => readFile(file)).pipe(Effect.catch(() => make))
}
