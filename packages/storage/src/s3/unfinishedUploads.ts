import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
} from "@aws-sdk/client-s3"
import { Clock, Duration, Effect, Option, Schedule, Stream } from "effect"
import { callS3, type S3Bucket } from "./S3Bucket.ts"
import { isMissing } from "./s3Fault.ts"

type UploadMarker = Pick<ListMultipartUploadsCommandInput, "KeyMarker" | "UploadIdMarker">

const listUploads = ({ client, bucket }: S3Bucket, Prefix: string) =>
  Stream.paginate({} as UploadMarker, (marker) =>
    callS3("list unfinished uploads", (abortSignal) =>
      client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix, ...marker }), { abortSignal }),
    ).pipe(
      Effect.map(({ Uploads = [], IsTruncated, NextKeyMarker, NextUploadIdMarker }) => {
        const next: UploadMarker = { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker }
        return [Uploads, IsTruncated ? Option.some(next) : Option.none()] as const
      }),
    ),
  )

/** Throws the upload's parts away; one that is gone already is none to throw away. */
export const abortUpload = ({ client, bucket }: S3Bucket, Key: string, UploadId: string) =>
  callS3("throw away an unfinished upload", () =>
    client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })),
  ).pipe(
    Effect.retry({
      schedule: Schedule.exponential("200 millis"),
      times: 4,
      while: ({ cause, retryable }) => retryable && !isMissing(cause),
    }),
    Effect.catch((fault) => (isMissing(fault.cause) ? Effect.void : Effect.fail(fault))),
  )

/** Throws away every upload to the key. */
export const abortUploadsOf = (bucket: S3Bucket, key: string) =>
  Stream.runForEach(listUploads(bucket, key), ({ Key, UploadId }) =>
    Key === key && UploadId !== undefined ? abortUpload(bucket, key, UploadId) : Effect.void,
  )

/** Throws away uploads that processes which died have begun: they cost like files, and no one sees them. */
export const abortLeftovers = Effect.fnUntraced(function* (bucket: S3Bucket, age: Duration.Duration) {
  const before = (yield* Clock.currentTimeMillis) - Duration.toMillis(age)
  yield* Stream.runForEach(listUploads(bucket, bucket.prefix), ({ Key, UploadId, Initiated }) =>
    Key === undefined || UploadId === undefined || Initiated === undefined || Initiated.getTime() >= before
      ? Effect.void
      : abortUpload(bucket, Key, UploadId),
  )
})
