import { join } from "node:path"
import { migratedPorts, migratedPortsWithRedis, serverLayer } from "@hangtag/postgres"
import { FolderStorage } from "@hangtag/storage/folder"
import { S3Storage } from "@hangtag/storage/s3"
import { type Duration, Effect, Layer, Redacted } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { redis } from "../packages/cli/src/composition/redis.ts"

/** How long a message stays with a worker that gives no sign. */
export const leaseSeconds = 2

const options = { lease: `${leaseSeconds} seconds`, maxAttempts: 2_147_483_647 } as const

/** Those of a database: with `REDIS_URL`, in every process of the trial, messages go through that Redis. */
const ports = Layer.unwrap(
  Effect.sync((): Layer.Layer<Layer.Success<ReturnType<typeof migratedPorts>>, unknown, SqlClient> => {
    const { REDIS_URL } = process.env
    return REDIS_URL === undefined
      ? migratedPorts(options)
      : Layer.provide(migratedPortsWithRedis(options), redis(REDIS_URL))
  }),
)

/** Small parts, so that small exports go up in several, and little patience with a service that is silent. */
export const bucketAt = (endpoint: string, leftoverAge?: Duration.Input) =>
  S3Storage.layer({
    ...{ bucket: "exports", endpoint, forcePathStyle: true, partSize: 4096, leftoverAge },
    credentials: { accessKeyId: "key", secretAccessKey: "secret" },
    silenceTimeout: "300 millis",
  })

/**
 * Every port of an installation on a Postgres server, as `hangtag` puts them together; `files` is a folder, or the
 * URL of a service with a bucket.
 */
export const installation = (url: string, files: string) =>
  Layer.merge(
    ports,
    files.startsWith("http:")
      ? bucketAt(files)
      : FolderStorage.layer({ directory: join(files, "files"), baseUrl: "", secret: new Uint8Array(32) }),
  ).pipe(Layer.provideMerge(serverLayer({ url: Redacted.make(url), maxConnections: 6 })))
