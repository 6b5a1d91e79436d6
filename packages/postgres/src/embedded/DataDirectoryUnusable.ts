import { Schema } from "effect"

/** The directory cannot hold the database, or holds one that does not open: wrong version, damaged, not writable. */
export class DataDirectoryUnusable extends Schema.TaggedError<DataDirectoryUnusable>()(
  "DataDirectoryUnusable",
  {
    directory: Schema.String,
    /** What Postgres or the operating system said. */
    reason: Schema.String,
  },
) {
  readonly retryable = false
  override get message() {
    return `The data directory ${this.directory} cannot be used: ${this.reason}; choose another one, or put a copy of it back`
  }
}
