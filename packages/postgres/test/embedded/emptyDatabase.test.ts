import { expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { schemaState } from "../../../../chaos/hardships/databaseState.ts"
import { EmbeddedPostgres } from "../../src/embedded/index.ts"
import { databaseVersion, migrate, schemaVersion } from "../../src/index.ts"
import { embeddedTestLayer } from "../support/embeddedTestLayer.ts"

const remedy = "run node packages/postgres/test/support/makeEmptyDatabase.ts"

it.live("a new database has the tables that migrating an empty one makes", () =>
  Effect.gen(function* () {
    const image = yield* Effect.provide(
      Effect.all({ version: databaseVersion, schema: schemaState }),
      Layer.fresh(EmbeddedPostgres.layer({ dataDir: undefined })),
    )
    const migrated = yield* Effect.provide(
      Effect.andThen(migrate, schemaState),
      Layer.fresh(embeddedTestLayer("empty")),
    )
    expect(image.version, remedy).toBe(schemaVersion)
    expect(image.schema, remedy).toEqual(migrated)
  }),
)
