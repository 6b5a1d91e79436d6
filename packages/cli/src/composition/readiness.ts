import { ObjectStorage } from "@hangtag/core"
import { lookAtReadiness, Readiness } from "@hangtag/http-adapter/health"
import { requireMigrated, whyNoWrites } from "@hangtag/postgres"
import { Replica } from "@hangtag/postgres/replica"
import { type Server, Servers } from "@hangtag/postgres/servers"
import { Context, Effect, Layer, Option, References, Schedule } from "effect"
import { checkFiles } from "./storage.ts"

type Checks = Readiness["Service"]["checks"]

const checkServer = (server: Server) =>
  // the process that migrated it to a later version has not stopped this process
  Effect.catchTag(requireMigrated, "DatabaseTooNew", () => Effect.void).pipe(
    Effect.andThen(whyNoWrites),
    Effect.provideContext(server.services()),
  )

/** `database` of the one server, and of each of several with its name. */
const nameOf = (what: string, { name }: Server, { length }: ReadonlyArray<Server>) =>
  length === 1 ? what : `${what} ${name}`

const replicaOf = (server: Server) =>
  Option.getOrUndefined(Context.getOption(server.services() as Context.Context<never>, Replica))

/** Reads are the primary's for as long: a process is ready all the same. */
const checkReplica = ({ state }: Replica["Service"]) =>
  Effect.suspend(() => {
    const { away, problem } = state()
    return away ? Effect.fail(new Error(problem)) : Effect.succeed(problem === undefined ? "ok" : "behind")
  })

/** The checks of servers and their replicas, by name. */
const checksOf = (
  all: ReadonlyArray<Server>,
  replicas: ReadonlyArray<Replica["Service"] | undefined>,
): Checks =>
  Object.fromEntries(
    all.flatMap((server, nth) => {
      const replica = replicas[nth]
      return [
        [nameOf("database", server, all), Effect.suspend(() => checkServer(server))],
        ...(replica === undefined ? [] : [[nameOf("replica", server, all), checkReplica(replica)]]),
      ]
    }),
  )

const areSame = <A>(one: ReadonlyArray<A>, other: ReadonlyArray<A>) =>
  one.length === other.length && one.every((each, nth) => other[nth] === each)

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
      let known:
        | {
            readonly servers: ReadonlyArray<Server>
            readonly replicas: ReadonlyArray<Replica["Service"] | undefined>
            readonly checks: Checks
          }
        | undefined
      return {
        get checks() {
          const all = servers.all()
          const replicas = all.map(replicaOf)
          if (known === undefined || !areSame(known.servers, all) || !areSame(known.replicas, replicas))
            known = { servers: all, replicas, checks: { ...checksOf(all, replicas), ...own } }
          return known.checks
        },
        get optional() {
          const all = servers.all()
          return [...optional, ...all.map((server) => nameOf("replica", server, all))]
        },
        get oneOf() {
          const all = servers.all()
          return all.map((server) => nameOf("database", server, all))
        },
      }
    }),
  )

/**
 * Has metrics say whether the process is ready, also where no one asks: every ten seconds. For a process that has started:
 * the databases of one that does not start close while they are looked at, which is no news.
 */
export const watchReadiness = lookAtReadiness.pipe(
  Effect.repeat(Schedule.spaced("10 seconds")),
  Effect.provideService(References.TracerEnabled, false),
  Effect.forkScoped,
)
