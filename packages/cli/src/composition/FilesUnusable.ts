import { Data } from "effect"

/** The bucket of the settings cannot be used; the message says why and what to mend. */
export class FilesUnusable extends Data.TaggedError("FilesUnusable")<{
  readonly bucket: string
  /** Undefined for Amazon's own. */
  readonly endpoint: string | undefined
  /** What was tried, and what the service or the operating system said. */
  readonly detail: string
}> {
  override get message() {
    const where = this.endpoint === undefined ? "Amazon S3" : this.endpoint
    return `The bucket ${this.bucket} at ${where} cannot be used (${this.detail}); check S3_BUCKET, S3_ENDPOINT, S3_FORCE_PATH_STYLE and the credentials, or unset them to keep files in a folder`
  }
}
