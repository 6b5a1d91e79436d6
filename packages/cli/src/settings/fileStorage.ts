import type { S3StorageOptions } from "@hangtag/storage/s3"
import { Effect } from "effect"
import { allOf } from "./allOf.ts"
import { BadSetting } from "./BadSetting.ts"
import { read } from "./read.ts"

const ofBuckets = {
  S3_PREFIX: read("S3_PREFIX"),
  S3_REGION: read("S3_REGION"),
  S3_ENDPOINT: read("S3_ENDPOINT"),
  S3_FORCE_PATH_STYLE: read("S3_FORCE_PATH_STYLE"),
}

/** Where files go: a bucket when `S3_BUCKET` is set, else (`undefined`) the data folder. */
export const readFileStorage = Effect.gen(function* () {
  const { S3_BUCKET: bucket, ...found } = yield* allOf({ S3_BUCKET: read("S3_BUCKET"), ...ofBuckets })
  if (bucket !== undefined) {
    const options: S3StorageOptions = {
      bucket,
      prefix: found.S3_PREFIX,
      region: found.S3_REGION,
      endpoint: found.S3_ENDPOINT,
      forcePathStyle: found.S3_FORCE_PATH_STYLE,
    }
    return options
  }
  const set = Object.entries(found).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (set.length === 0) return undefined
  return yield* new BadSetting({
    name: "S3_BUCKET",
    value: "(unset)",
    allowed: `name the bucket, or unset ${set.join(" and ")} to keep files in a folder`,
  })
})
