import { join, resolve } from "node:path"
import { firstServer } from "../settings/firstServer.ts"
import type { Settings } from "../settings/Settings.ts"

/** `host:port/path` of a URL, without its credentials; of several servers the first, and how many others there are. */
export const addressOf = (text: string, usualPort: number): string => {
  const { url, others } = firstServer(text)
  const { hostname, port, pathname } = url!
  const more = others === 0 ? "" : ` and ${others} more`
  return `${hostname || "localhost"}:${port || usualPort}${pathname === "/" ? "" : pathname}${more}`
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
