import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3"
import type { Unavailable } from "@hangtag/core"
import { type Duration, Effect, Exit, Fiber, Stream } from "effect"
import { type Part, PartBuffer } from "./PartBuffer.ts"
import { callS3, type S3Bucket } from "./S3Bucket.ts"
import { isMissing } from "./s3Fault.ts"
import { abortUpload, abortUploadsOf } from "./unfinishedUploads.ts"

const operation = "write a file"

/** Waits for the effect that long, also where nothing interrupts; it then goes on by itself. */
const waitFor = (effect: Effect.Effect<void>, time: Duration.Input) =>
  Effect.flatMap(Effect.forkDetach(effect), (fiber) =>
    // what interrupts the caller ends the wait alone
    Effect.interruptible(Effect.raceFirst(Fiber.await(fiber), Effect.sleep(time))),
  )

/**
 * Uploads the stream: at once where it fits into one part, else part by part, a few at a time. What a failed or
 * interrupted upload has sent is thrown away; the object appears with the last call only. Of two uploads to one key
 * at a time one may fail, as one to try again.
 */
export const putObject = <E, R>(
  store: S3Bucket,
  key: string,
  content: Stream.Stream<Uint8Array, E, R>,
  contentType: string,
) =>
  Effect.suspend(() => {
    const { client, bucket, prefix, partSize, partsInFlight } = store
    const target = { Bucket: bucket, Key: prefix + key }
    let uploadId: string | undefined
    let begunUnknown = false
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
            Effect.onExit((exit) =>
              Effect.sync(() => {
                if (Exit.isSuccess(exit)) uploadId = exit.value.UploadId
                // A try whose answer got lost, or that was interrupted halfway, may have begun an upload too.
                begunUnknown = !Exit.isSuccess(exit) || exit.value.$metadata.attempts !== 1
              }),
            ),
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
      callS3(operation, (abortSignal) =>
        client.send(
          new CompleteMultipartUploadCommand({ ...target, UploadId: uploadId, MultipartUpload: { Parts } }),
          { abortSignal },
        ),
      ).pipe(Effect.catch((fault) => (fault.retryable ? alreadyComplete(fault) : Effect.fail(fault))))
    /** Perhaps only the answer got lost; to later tries a completed upload is an unknown one. */
    const alreadyComplete = (fault: Unavailable) =>
      callS3(operation, (abortSignal) => client.send(new HeadObjectCommand(target), { abortSignal })).pipe(
        Effect.filterOrFail(
          ({ ContentLength }) => ContentLength === size,
          () => fault,
        ),
        Effect.mapError((other) => (isMissing(other.cause) ? fault : other)),
      )
    const tidy = (stored: boolean) =>
      Effect.gen(function* () {
        if (uploadId !== undefined && !stored) yield* abortUpload(store, target.Key, uploadId)
        if (begunUnknown) yield* abortUploadsOf(store, target.Key)
      }).pipe(
        Effect.catchCause((cause) => Effect.logWarning(`Parts of ${key} stay in the bucket for now`, cause)),
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
      Effect.onExit((exit) =>
        // of a silent service no one waits for the end: neither who cancels an export, nor the next attempt
        waitFor(tidy(Exit.isSuccess(exit)), Exit.hasInterrupts(exit) ? "300 millis" : "5 seconds"),
      ),
    )
  })
