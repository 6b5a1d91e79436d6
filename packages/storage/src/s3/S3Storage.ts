import { ObjectStorage } from "@hangtag/core"
import { Effect, Layer } from "effect"
import type { S3StorageOptions } from "./S3StorageOptions.ts"

/**
 * Keeps objects in a bucket of S3 or a compatible service. Links are presigned: the service itself gives the
 * files, and a link ends with the credentials that signed it, though that be earlier.
 *
 * The credentials need to list the bucket (else a missing file looks like a forbidden one), to read, write and
 * delete its objects, and to list and abort multipart uploads.
 */
export const S3Storage = {
  layer: (options: S3StorageOptions): Layer.Layer<ObjectStorage> =>
    Layer.effect(
      ObjectStorage,
      // Loaded for those who use it: the client takes longer to load than all the rest.
      Effect.flatMap(
        Effect.promise(() => import("./s3ObjectStorage.ts")),
        ({ s3ObjectStorage }) => s3ObjectStorage(options),
      ),
    ),
}
