import { Schema } from "effect"

/** The database was migrated by a later version of Hangtag; this one could damage what it does not know. */
export class DatabaseTooNew extends Schema.TaggedError<DatabaseTooNew>()("DatabaseTooNew", {
  /** The schema version found. */
  found: Schema.Int,
  /** The greatest schema version that this Hangtag knows. */
  known: Schema.Int,
}) {
  readonly retryable = false
  override get message() {
    return `The database is at schema version ${this.found} and this Hangtag knows ${this.known}; start the newer Hangtag that migrated it`
  }
}
