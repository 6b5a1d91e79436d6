import { Schema } from "effect"

/** Another process, or another database of this one, keeps its data in the directory: stop it or choose another. */
export class DataDirectoryInUse extends Schema.TaggedError<DataDirectoryInUse>()("DataDirectoryInUse", {
  directory: Schema.String,
  /** Of the process that holds the directory; undefined while that process is only just starting. */
  pid: Schema.UndefinedOr(Schema.Int),
}) {
  readonly retryable = false
  override get message() {
    const holder = this.pid === undefined ? "another process" : `process ${this.pid}`
    return `The data directory ${this.directory} is in use by ${holder}; stop that process or choose another directory`
  }
}
