import { Schema } from "effect"

/** The database, or what its user may do there, does not allow Hangtag to run; `remedy` says what to do. */
export class DatabaseUnsuitable extends Schema.TaggedError<DatabaseUnsuitable>()("DatabaseUnsuitable", {
  problem: Schema.String,
  remedy: Schema.String,
}) {
  readonly retryable = false
  override get message() {
    return `${this.problem}. ${this.remedy}`
  }
}
