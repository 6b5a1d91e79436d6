import type { S3StorageOptions } from "@hangtag/storage/s3"
import { Effect } from "effect"
import { anyText, onOff, urlOf } from "./parsers.ts"
import { setting } from "./setting.ts"

const prefix = (text: string) => (/^[\w.-]+(\/[\w.-]+)*$/.test(text) ? text : undefined)
const bucket = (text: string) => (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text) ? text : undefined)

/** Where files go: a bucket when `S3_BUCKET` is set, else (`undefined`) the data folder. */
export const readFileStorage = Effect.gen(function* () {
  const name = yield* setting("S3_BUCKET", {
    default: undefined,
    parse: bucket,
    allowed: "use a bucket's name (3 to 63 of a-z, 0-9, . and -), or unset it to keep files in a folder",
  })
  const options = {
    prefix: yield* setting("S3_PREFIX", {
      default: undefined,
      parse: prefix,
      allowed: "use /-separated words of letters, digits, ., _ and -",
    }),
    endpoint: yield* setting("S3_ENDPOINT", {
      default: undefined,
      parse: urlOf("http:", "https:"),
      allowed: "use the URL of an S3 compatible service, or unset it for Amazon's",
    }),
    region: yield* setting("S3_REGION", {
      default: undefined,
      parse: anyText,
      allowed: "use a region's name",
    }),
    forcePathStyle: yield* setting("S3_FORCE_PATH_STYLE", {
      default: undefined,
      parse: onOff,
      allowed: "use on or off",
    }),
  }
  return name === undefined ? undefined : ({ bucket: name, ...options } satisfies S3StorageOptions)
})
