import { Schema } from "effect"

/** The thread that writes the file ended before the file did, for want of memory say. */
export class EncoderStopped extends Schema.TaggedError<EncoderStopped>()("EncoderStopped", {
  reason: Schema.String,
}) {
  readonly retryable = true
  override get message() {
    return `The file could not be written to its end (${this.reason})`
  }
}
