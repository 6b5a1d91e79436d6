import type { Duration } from "effect"

/** A bucket and how to reach it. */
export interface S3StorageOptions {
  readonly bucket: string
  /** Put before every key, with a `/` between; none where left out. */
  readonly prefix?: string | undefined
  /** Default `us-east-1`; services that know no regions take any. */
  readonly region?: string | undefined
  /** Of a compatible service, such as `https://minio.example:9000`; Amazon's own where left out. */
  readonly endpoint?: string | undefined
  /** Whether the bucket stands in the URL's path instead of its host name, as many compatible services need. */
  readonly forcePathStyle?: boolean | undefined
  /** Where left out, those of the environment, of the shared files or of the machine's role. */
  readonly credentials?:
    | {
        readonly accessKeyId: string
        readonly secretAccessKey: string
        readonly sessionToken?: string
      }
    | undefined
  /** Bytes of a part of a large file: at least 5 MiB on Amazon's, and a file has at most 10,000. Default 5 MiB: files of up to 50 GB. */
  readonly partSize?: number | undefined
  /** Parts of a file that are sent at the same time, and held in memory. Default 3. */
  readonly partsInFlight?: number | undefined
  /** How long the service may say and take nothing before a request counts as failed. Default 30 seconds. */
  readonly silenceTimeout?: Duration.Input | undefined
  /** Age at which an unfinished upload counts as left by a process that died. Default 1 day. */
  readonly leftoverAge?: Duration.Input | undefined
}
