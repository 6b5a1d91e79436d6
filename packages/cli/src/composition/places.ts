import { join, resolve } from "node:path"
import type { Settings } from "../settings/Settings.ts"

/** `host:port/path` of a URL, without its credentials. */
export const addressOf = (text: string, usualPort: number): string => {
  const { hostname, port, pathname } = new URL(text)
  return `${hostname || "localhost"}:${port || usualPort}${pathname === "/" ? "" : pathname}`
}

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
  }
}
