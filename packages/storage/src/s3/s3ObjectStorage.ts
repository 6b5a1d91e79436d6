import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3"
import { getSignedUrl } from "@aws-sdk/s3-request-presigner"
import { instantFromMillis, type LinkOptions, ObjectStorage, type StoredObject } from "@hangtag/core"
import { currentInstant } from "@hangtag/core/adapter"
import { Duration, Effect, Option, Schedule, Stream } from "effect"
import { contentDisposition } from "../contentDisposition.ts"
import { checkKey } from "../objectKey.ts"
import { getObject } from "./getObject.ts"
import { putObject } from "./putObject.ts"
import { callS3, type S3Bucket } from "./S3Bucket.ts"
import type { S3StorageOptions } from "./S3StorageOptions.ts"
import { abortLeftovers } from "./unfinishedUploads.ts"

const mebibyte = 1024 * 1024

const connect = (options: S3StorageOptions): S3Bucket => {
  const { region, endpoint, forcePathStyle, credentials } = options
  const silence = Duration.toMillis(Duration.fromInputUnsafe(options.silenceTimeout ?? "30 seconds"))
  const prefix = (options.prefix ?? "").replace(/^\/+|\/+$/g, "")
  return {
    client: new S3Client({
      region: region ?? "us-east-1",
      ...(endpoint === undefined ? {} : { endpoint }),
      ...(forcePathStyle === undefined ? {} : { forcePathStyle }),
      ...(credentials === undefined ? {} : { credentials }),
      // Many compatible services know no other checksum than that of the signature, which covers the bytes too.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      // Without these a service that says nothing is waited for without end.
      requestHandler: { connectionTimeout: Math.min(silence, 5_000), socketTimeout: silence },
    }),
    bucket: options.bucket,
    prefix: prefix === "" ? "" : `${prefix}/`,
    partSize: options.partSize ?? 5 * mebibyte,
    partsInFlight: options.partsInFlight ?? 3,
  }
}

const listObjects = ({ client, bucket, prefix }: S3Bucket, wanted: string) =>
  Stream.paginate(undefined as string | undefined, (token) =>
    callS3("list files", (abortSignal) =>
      client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix + wanted, ContinuationToken: token }),
        { abortSignal },
      ),
    ).pipe(
      Effect.map(({ Contents = [], NextContinuationToken: next }) => {
        const objects = Contents.map(
          ({ Key = "", Size = 0, LastModified }): StoredObject => ({
            key: Key.slice(prefix.length),
            size: Size,
            modified_at: instantFromMillis(LastModified?.getTime() ?? 0),
          }),
        )
        return [objects, next === undefined ? Option.none() : Option.some(next)] as const
      }),
    ),
  )

/** A link that ends at the instant exactly, also one that has passed. */
const presign = ({ client, bucket, prefix }: S3Bucket, key: string, link: LinkOptions) =>
  Effect.flatMap(currentInstant, (now) => {
    const seconds = Math.max(1, Math.floor((link.expires_at - now) / 1_000_000))
    const command = new GetObjectCommand({
      Bucket: bucket,
      Key: prefix + key,
      ResponseContentDisposition: contentDisposition(link.file_name),
      ResponseContentType: link.content_type,
    })
    return callS3("make a link to a file", () =>
      getSignedUrl(client, command, {
        expiresIn: seconds,
        signingDate: new Date(link.expires_at / 1000 - seconds * 1000),
      }),
    )
  })

/** `ObjectStorage` over a bucket; clears leftovers aside, since not every service and permission allows it. */
export const s3ObjectStorage = Effect.fn("S3Storage.make")(function* (options: S3StorageOptions) {
  const bucket = yield* Effect.acquireRelease(
    Effect.sync(() => connect(options)),
    ({ client }) => Effect.sync(() => client.destroy()),
  )
  yield* abortLeftovers(bucket, Duration.fromInputUnsafe(options.leftoverAge ?? "1 day")).pipe(
    Effect.catchCause((cause) => Effect.logDebug("Unfinished uploads could not be cleared", cause)),
    Effect.repeat(Schedule.spaced("1 hour")),
    Effect.forkScoped,
  )
  return ObjectStorage.of({
    put: (key, content, { content_type }) =>
      Effect.andThen(checkKey(key), putObject(bucket, key, content, content_type)),
    get: (key, range) => Effect.andThen(checkKey(key), getObject(bucket, key, range)),
    delete: (key) =>
      Effect.andThen(
        checkKey(key),
        callS3("delete a file", (abortSignal) =>
          bucket.client.send(new DeleteObjectCommand({ Bucket: bucket.bucket, Key: bucket.prefix + key }), {
            abortSignal,
          }),
        ),
      ).pipe(Effect.asVoid),
    list: (prefix) => listObjects(bucket, prefix),
    downloadLink: (key, link) => Effect.andThen(checkKey(key), presign(bucket, key, link)),
  })
})
