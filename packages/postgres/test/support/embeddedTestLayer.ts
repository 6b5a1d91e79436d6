import { randomBytes } from "node:crypto"
import { readFile, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { inject } from "vitest"
import { EmbeddedPostgres } from "../../src/embedded/index.ts"
import { migrate } from "../../src/migrations/migrate.ts"
import type { TestDatabaseKind } from "./createTestDatabase.ts"
import { onWallClock } from "./onWallClock.ts"

/** A fresh embedded database in memory. */
export const embeddedTestLayer = (
  kind: TestDatabaseKind = "migrated",
): Layer.Layer<PgClient.PgClient | SqlClient> =>
  Layer.unwrap(
    Effect.map(kind === "empty" ? Effect.succeed(undefined) : migrated, (loadDataDir) =>
      EmbeddedPostgres.layer({ dataDir: undefined, loadDataDir }),
    ),
  ).pipe(Layer.orDie, onWallClock)

/** Made by the run's first test file; if two make it at once, the renaming leaves one whole file. */
const migrated = Effect.suspend(() => {
  const file = join(inject("runDirectory"), "migrated.tar")
  const make = Effect.tap(EmbeddedPostgres.makeTemplate(migrate), (template) =>
    Effect.promise(async () => {
      const unfinished = `${file}.${randomBytes(6).toString("hex")}`
      await writeFile(unfinished, template)
      await rename(unfinished, file)
    }),
  )
  return Effect.tryPromise((): Promise<Uint8Array> => readFile(file)).pipe(Effect.catch(() => make))
})
