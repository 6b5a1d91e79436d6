import { join } from "node:path"
import { migratedPorts, serverLayer } from "@hangtag/postgres"
import { FolderStorage } from "@hangtag/storage/folder"
import { S3Storage } from "@hangtag/storage/s3"
import { type Duration, Layer, Redacted } from "effect"

/** How long a job stays with a run that gives no heartbeat. */
export const leaseSeconds = 2

/** Small parts, so that small exports go up in several, and little patience with a service that is silent. */
export const bucketAt = (endpoint: string, leftoverAge?: Duration.Input) =>
  S3Storage.layer({
    bucket: "exports",
    endpoint,
    forcePathStyle: true,
    partSize: 4096,
    leftoverAge,
    credentials: { accessKeyId: "key", secretAccessKey: "secret" },
    silenceTimeout: "300 millis",
  })

/**
 * Every port of an installation on a Postgres server, as `hangtag` puts them together; `files` is a folder, or the
 * URL of a service with a bucket.
 */
export const installation = (url: string, files: string) =>
  Layer.merge(
    migratedPorts({ lease: `${leaseSeconds} seconds` }),
    files.startsWith("http:")
      ? bucketAt(files)
      : FolderStorage.layer({ directory: join(files, "files"), baseUrl: "", secret: new Uint8Array(32) }),
  ).pipe(Layer.provideMerge(serverLayer({ url: Redacted.make(url), maxConnections: 6 })))
