import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { mkdir, readFile, rename, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { inject } from "vitest"
import { EmbeddedPostgres } from "../../src/embedded/index.ts"
import { migrate } from "../../src/migrations/migrate.ts"
import type { TestDatabaseKind } from "./createTestDatabase.ts"
import { onWallClock } from "./onWallClock.ts"

/** A fresh embedded database in memory, loaded from a template. */
export const embeddedTestLayer = (
  kind: TestDatabaseKind = "migrated",
): Layer.Layer<PgClient.PgClient | SqlClient> =>
  Layer.unwrap(
    Effect.map(kind === "empty" ? emptyTemplate : migratedTemplate, (loadDataDir) =>
      EmbeddedPostgres.layer({ dataDir: undefined, loadDataDir }),
    ),
  ).pipe(Layer.orDie, onWallClock)

/** The file, made when it is missing; two may make it at once, and the renaming leaves one whole file. */
const keptIn = <E>(file: string, make: Effect.Effect<Uint8Array, E>): Effect.Effect<Uint8Array, E> =>
  Effect.tryPromise((): Promise<Uint8Array> => readFile(file)).pipe(
    Effect.catch(() =>
      Effect.tap(make, (bytes) =>
        Effect.promise(async () => {
          const unfinished = `${file}.${randomBytes(6).toString("hex")}`
          await mkdir(dirname(file), { recursive: true })
          await writeFile(unfinished, bytes)
          await rename(unfinished, file)
        }),
      ),
    ),
  )

/** For `loadDataDir`: what PGlite makes of nothing takes seconds and depends on its version alone. */
export const emptyTemplate = Effect.suspend(() => {
  const pglite = createRequire(import.meta.url).resolve("@electric-sql/pglite")
  const { version } = JSON.parse(readFileSync(join(dirname(pglite), "../package.json"), "utf8"))
  const cache = fileURLToPath(new URL("../../../../node_modules/.cache/hangtag", import.meta.url))
  return keptIn(join(cache, `pglite-${version}.tar`), EmbeddedPostgres.makeTemplate(Effect.void))
})

const migratedTemplate = Effect.suspend(() =>
  keptIn(
    join(inject("runDirectory"), "migrated.tar"),
    Effect.flatMap(emptyTemplate, (empty) => EmbeddedPostgres.makeTemplate(migrate, empty)),
  ),
)
