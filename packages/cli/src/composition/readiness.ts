import { ObjectStorage } from "@hangtag/core"
import { Readiness } from "@hangtag/http-adapter/health"
import { requireMigrated, whyNoWrites } from "@hangtag/postgres"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { checkFiles } from "./storage.ts"

/** What a process needs to do its work: the database, the files unless they are `optional`, and whatever `more` gives. */
export const readiness = <R = never>(
  optional: ReadonlyArray<"storage"> = [],
  more: Effect.Effect<Readiness["Service"]["checks"], never, R> = Effect.succeed({}),
) =>
  Layer.effect(
    Readiness,
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const files = yield* ObjectStorage
      return {
        checks: {
          // the process that migrated it to a later version has not stopped this process
          database: Effect.catchTag(requireMigrated, "DatabaseTooNew", () => Effect.void).pipe(
            Effect.andThen(whyNoWrites),
            Effect.provideService(SqlClient, sql),
          ),
          storage: Effect.provideService(checkFiles, ObjectStorage, files),
          ...(yield* more),
        },
        optional,
      }
    }),
  )
