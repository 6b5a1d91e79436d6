import { defaultServer, routedPorts, Servers } from "@hangtag/postgres/servers"
import { Effect, Layer, Schedule } from "effect"
import { type DatabaseMap, readServerMap } from "../settings/databaseMap.ts"
import type { Settings } from "../settings/Settings.ts"
import { database, databasePorts, migratedDatabasePorts, withReplica } from "./database.ts"

/** How often the file is looked at. */
const interval = "2 seconds"

/** Looks at the file from time to time, and goes by it once it says something else; by what it said while it cannot be read. */
const followFile = Effect.fnUntraced(function* (settings: Settings, first: DatabaseMap) {
  const { use } = yield* Servers
  const { path } = first
  let { text } = first
  let problem: string | undefined
  const look = Effect.gen(function* () {
    const found = readServerMap(path, settings.databaseUrl)
    if (typeof found === "string") {
      if (found !== problem)
        yield* Effect.logWarning(
          `DATABASE_URLS: ${path} cannot be used, the last one stays in force: ${found}`,
        )
      problem = found
      return
    }
    problem = undefined
    if (found.text === text) return
    text = found.text
    yield* use(found)
    yield* Effect.logInfo(
      `DATABASE_URLS: ${path} was read again: ${found.servers.size} servers beside the default one, ${found.organizations.size} organizations`,
    )
  })
  yield* Effect.forkScoped(Effect.repeat(Effect.delay(look, interval), Schedule.forever))
})

/** The ports on all servers of the map, each brought to this version as it is opened where `MIGRATE` is on. */
export const severalServers = (settings: Settings, map: DatabaseMap) => {
  const layerOf = (name: string, databaseUrl = settings.databaseUrl, replica: string | undefined) => {
    const own = {
      ...settings,
      databaseUrl,
      replicaUrl: name === defaultServer ? settings.replicaUrl : replica,
    }
    const ports = settings.migrates ? migratedDatabasePorts(own) : databasePorts(own)
    return Layer.provideMerge(withReplica(own, ports, name), database(own))
  }
  const following = Layer.effectDiscard(followFile(settings, map))
  return Layer.merge(routedPorts, following).pipe(Layer.provideMerge(Servers.layer(map, layerOf)))
}
