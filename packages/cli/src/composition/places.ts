import { join, resolve } from "node:path"
import { addressOf } from "../settings/addressOf.ts"
import type { Settings } from "../settings/Settings.ts"

/** Where the catalog is: the folder of the embedded database, or a server's address and database. */
export const databasePlace = ({ databaseUrl, dataDirectory }: Settings): string =>
  databaseUrl === undefined ? join(dataDirectory, "postgres") : addressOf(databaseUrl, 5432)

/** Where files of exports are: a folder, or a bucket's URL. */
export const filesPlace = ({ fileStorage, dataDirectory }: Settings): string =>
  fileStorage === undefined
    ? join(dataDirectory, "files")
    : `${fileStorage.endpoint ?? "https://s3.amazonaws.com"}/${fileStorage.bucket}`

/** Both, for a log: folders by their whole paths. */
export const placesOf = (settings: Settings) => {
  const [database, files] = [databasePlace(settings), filesPlace(settings)]
  return {
    database: settings.databaseUrl === undefined ? resolve(database) : database,
    files: settings.fileStorage === undefined ? resolve(files) : files,
    ...(settings.replicaUrl && { replica: addressOf(settings.replicaUrl, 5432) }),
    ...(settings.databaseMap && { servers: serverPlaces(settings) }),
  }
}

/** Where reads go that may be stale, and how old they are at most. */
export const replicaLines = ({ replicaUrl, replicaLag }: Settings): ReadonlyArray<string> =>
  replicaUrl === undefined
    ? []
    : [
        `  replica: Postgres at ${addressOf(replicaUrl, 5432)}, for exports, lists and searches that are ${replicaLag / 1000} s old at most`,
      ]

/** Where the servers beside the default one are, by their names. */
const serverPlaces = ({ databaseMap }: Settings): Readonly<Record<string, string>> =>
  Object.fromEntries([...(databaseMap?.servers ?? [])].map(([name, url]) => [name, addressOf(url, 5432)]))

/** A line for each of them, and where it is said which organization is on which. */
export const serverLines = (settings: Settings): ReadonlyArray<string> =>
  settings.databaseMap === undefined
    ? []
    : [
        ...Object.entries(serverPlaces(settings)).map(([name, place]) => {
          const replica = settings.databaseMap?.replicas?.get(name)
          const follows = replica === undefined ? "" : `, with a replica at ${addressOf(replica, 5432)}`
          return `  server ${name}: Postgres at ${place}${follows}`
        }),
        `  organizations: ${settings.databaseMap.organizations.size} on servers by ${settings.databaseMap.path}, any other on the first`,
      ]
