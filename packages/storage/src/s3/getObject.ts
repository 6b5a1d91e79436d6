import { GetObjectCommand, HeadBucketCommand, HeadObjectCommand } from "@aws-sdk/client-s3"
import type { Unavailable } from "@hangtag/core"
import { Effect, Option, Stream } from "effect"
import { callS3, type S3Bucket } from "./S3Bucket.ts"
import { isMissing, s3Fault } from "./s3Fault.ts"

const operation = "read a file"

/** Finds the object; its bytes are asked for when they are read, and are those of the object that was found. */
export const getObject = Effect.fnUntraced(function* (
  { client, bucket, prefix }: S3Bucket,
  key: string,
  range: { readonly start: number; readonly end: number } | undefined,
) {
  const target = { Bucket: bucket, Key: prefix + key }
  const found = yield* callS3(operation, (abortSignal) =>
    client.send(new HeadObjectCommand(target), { abortSignal }),
  ).pipe(
    Effect.asSome,
    Effect.catch((fault) => (isMissing(fault.cause) ? Effect.succeedNone : Effect.fail(fault))),
  )
  if (Option.isNone(found)) {
    // Without its bucket an object is missing too, but then everything is.
    yield* callS3(operation, (abortSignal) =>
      client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal }),
    )
    return Option.none()
  }
  const { ContentLength: size = 0, ETag } = found.value
  const content: Stream.Stream<Uint8Array, Unavailable> = Stream.unwrap(
    Effect.map(
      callS3(operation, (abortSignal) =>
        client.send(
          new GetObjectCommand({
            ...target,
            IfMatch: ETag,
            ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
          }),
          { abortSignal },
        ),
      ),
      // In Node the body is a stream of the socket's chunks; leaving it early closes the socket.
      ({ Body }) => Stream.fromAsyncIterable(Body as AsyncIterable<Uint8Array>, s3Fault(operation)),
    ),
  )
  return Option.some({ size, content })
})
