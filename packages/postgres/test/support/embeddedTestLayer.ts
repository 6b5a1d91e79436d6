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

/** A fresh embedded database in memory, loaded from a template that the run's first test file makes. */
export const embeddedTestLayer = (
  kind: TestDatabaseKind = "migrated",
): Layer.Layer<PgClient.PgClient | SqlClient> =>
  Layer.unwrap(
    Effect.map(template(kind), (loadDataDir) => EmbeddedPostgres.layer({ dataDir: undefined, loadDataDir })),
  ).pipe(Layer.orDie)

const template = (kind: TestDatabaseKind) => {
  const file = join(inject("runDirectory"), `${kind}.tar`)
  return Effect.tryPromise((): Promise<Uint8Array> => readFile(file)).pipe(
    Effect.catch(() => makeTemplate(kind, file)),
  )
}

/** Two files may do it at once; the renaming leaves one whole template. */
const makeTemplate = Effect.fnUntraced(function* (kind: TestDatabaseKind, file: string) {
  const made = yield* EmbeddedPostgres.makeTemplate(kind === "empty" ? Effect.void : Effect.asVoid(migrate))
  yield* Effect.promise(async () => {
    const unfinished = `${file}.${randomBytes(6).toString("hex")}`
    await writeFile(unfinished, made)
    await rename(unfinished, file)
  })
  return made
})
