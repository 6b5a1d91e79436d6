import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3"
import { Effect, Exit, Stream } from "effect"
import { type Part, PartBuffer } from "./PartBuffer.ts"
import { callS3, type S3Bucket } from "./S3Bucket.ts"

const operation = "write a file"

/**
 * Uploads the stream: at once where it fits into one part, else part by part, a few at a time. What a failed or
 * interrupted upload has sent is thrown away; the object appears with the last call only.
 */
export const putObject = <E, R>(
  { client, bucket, prefix, partSize, partsInFlight }: S3Bucket,
  key: string,
  content: Stream.Stream<Uint8Array, E, R>,
  contentType: string,
) =>
  Effect.suspend(() => {
    const target = { Bucket: bucket, Key: prefix + key }
    let uploadId: string | undefined
    let size = 0

    /** Begins a multipart upload once there turns out to be more than one part. */
    const begin = (part: Part) =>
      part.number > 1 || part.last
        ? Effect.succeed(part)
        : callS3(operation, (abortSignal) =>
            client.send(new CreateMultipartUploadCommand({ ...target, ContentType: contentType }), {
              abortSignal,
            }),
          ).pipe(
            Effect.tap(({ UploadId }) =>
              Effect.sync(() => {
                uploadId = UploadId
              }),
            ),
            // Interrupted halfway, the upload would have begun without anybody knowing its id.
            Effect.uninterruptible,
            Effect.as(part),
          )
    const send = ({ number, bytes }: Part) =>
      callS3(operation, (abortSignal) => {
        size += bytes.length
        return uploadId === undefined
          ? client.send(new PutObjectCommand({ ...target, Body: bytes, ContentType: contentType }), {
              abortSignal,
            })
          : client.send(
              new UploadPartCommand({ ...target, UploadId: uploadId, PartNumber: number, Body: bytes }),
              { abortSignal },
            )
      }).pipe(Effect.map(({ ETag }) => ({ ETag, PartNumber: number })))
    const complete = (Parts: Array<{ readonly ETag: string | undefined; readonly PartNumber: number }>) =>
      callS3(operation, () =>
        client.send(
          new CompleteMultipartUploadCommand({ ...target, UploadId: uploadId, MultipartUpload: { Parts } }),
        ),
      )
    const abort = Effect.suspend(() =>
      uploadId === undefined
        ? Effect.void
        : callS3("throw away a broken upload", () =>
            client.send(new AbortMultipartUploadCommand({ ...target, UploadId: uploadId })),
          ).pipe(
            Effect.catchCause((cause) => Effect.logWarning(`Parts of ${key} stay in the bucket`, cause)),
          ),
    )

    const buffer = new PartBuffer(partSize)
    return content.pipe(
      Stream.map((chunk) => buffer.add(chunk)),
      Stream.flattenIterable,
      // After the content only: of content that fails no last part may be sent.
      Stream.concat(Stream.sync(() => buffer.end())),
      Stream.mapEffect(begin),
      Stream.mapEffect(send, { concurrency: partsInFlight }),
      Stream.runCollect,
      Effect.tap((parts) => (uploadId === undefined ? Effect.void : complete(parts))),
      Effect.map(() => ({ size })),
      Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : abort)),
    )
  })
