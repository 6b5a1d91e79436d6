import { join } from "node:path"
import { migratedPorts, serverLayer } from "@hangtag/postgres"
import { FolderStorage } from "@hangtag/storage"
import { Layer, Redacted } from "effect"

/** How long a message stays with a worker that gives no sign. */
export const leaseSeconds = 2

/** Every port of an installation on a Postgres server and a folder, as `hangtag` puts them together. */
export const installation = (url: string, folder: string) =>
  Layer.merge(
    migratedPorts({ lease: `${leaseSeconds} seconds`, maxAttempts: 2_147_483_647 }),
    FolderStorage.layer({ directory: join(folder, "files"), baseUrl: "", secret: new Uint8Array(32) }),
  ).pipe(Layer.provideMerge(serverLayer({ url: Redacted.make(url), maxConnections: 6 })))
