import { ObjectStorage } from "@hangtag/core"
import { Readiness } from "@hangtag/http-adapter/health"
import { requireMigrated, whyNoWrites } from "@hangtag/postgres"
import { type Server, Servers } from "@hangtag/postgres/servers"
import { Effect, Layer } from "effect"
import { checkFiles } from "./storage.ts"

type Checks = Readiness["Service"]["checks"]

const checkServer = (server: Server) =>
  // the process that migrated it to a later version has not stopped this process
  Effect.catchTag(requireMigrated, "DatabaseTooNew", () => Effect.void).pipe(
    Effect.andThen(whyNoWrites),
    Effect.provideContext(server.services()),
  )

/** The check of the one server, or of each of several by its name. */
const nameOf = ({ name }: Server, { length }: ReadonlyArray<Server>) =>
  length === 1 ? "database" : `database ${name}`

/** What a process needs to do its work: a database, the files unless they are `optional`, and whatever `more` gives. */
export const readiness = <R = never>(
  optional: ReadonlyArray<"storage"> = [],
  more: Effect.Effect<Checks, never, R> = Effect.succeed({}),
) =>
  Layer.effect(
    Readiness,
    Effect.gen(function* () {
      const servers = yield* Servers
      const files = yield* ObjectStorage
      const own = {
        storage: Effect.provideService(checkFiles, ObjectStorage, files),
        ...(yield* more),
      }
      // one object for as long as the servers are the same: calls that come while it is run share that
      let known: { readonly servers: ReadonlyArray<Server>; readonly checks: Checks } | undefined
      return {
        get checks() {
          const all = servers.all()
          const isKnown =
            known?.servers.length === all.length && all.every((server, nth) => known?.servers[nth] === server)
          if (known === undefined || !isKnown)
            known = {
              servers: all,
              checks: {
                ...Object.fromEntries(
                  all.map((server) => [nameOf(server, all), Effect.suspend(() => checkServer(server))]),
                ),
                ...own,
              },
            }
          return known.checks
        },
        optional,
        get oneOf() {
          const all = servers.all()
          return all.map((server) => nameOf(server, all))
        },
      }
    }),
  )
