import { Schema } from "effect"

/** A command that ran and did not succeed; its message is all there is to say. */
export class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", {
  message: Schema.String,
}) {}
