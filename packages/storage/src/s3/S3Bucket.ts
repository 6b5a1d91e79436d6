import type { S3Client } from "@aws-sdk/client-s3"
import { Effect } from "effect"
import { s3Fault } from "./s3Fault.ts"

/** A bucket to keep objects in, under a prefix that is empty or ends with `/`. */
export interface S3Bucket {
  readonly client: S3Client
  readonly bucket: string
  readonly prefix: string
  /** Bytes of a part of a multipart upload. */
  readonly partSize: number
  readonly partsInFlight: number
}

/** Calls the service; interruption ends the request. */
export const callS3 = <A>(operation: string, run: (signal: AbortSignal) => Promise<A>) =>
  Effect.tryPromise({ try: run, catch: s3Fault(operation) })
