import { Schema } from "effect"

const reasons = {
  memory: "its memory ran out",
  thread: "the thread that writes it ended",
  storage: "the storage began to read it anew",
} as const

/** A file's bytes ended before the file did. */
export class EncoderStopped extends Schema.TaggedError<EncoderStopped>()("EncoderStopped", {
  reason: Schema.Literals(["memory", "thread", "storage"]),
  cause: Schema.optionalKey(Schema.Defect()),
}) {
  readonly retryable = true
  override get message() {
    return `The file was not written to its end: ${reasons[this.reason]}`
  }
}
