import { Schema } from "effect"

/** A command that ran and did not succeed; its message is all there is to say. */
export class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", {
  message: Schema.String,
  /** Whether it is the command line that cannot be understood: exit code 2. */
  isUsage: Schema.optionalKey(Schema.Boolean),
}) {}

/** The failure of a command line that cannot be understood. */
export const unreadable = (message: string): CommandFailed => new CommandFailed({ message, isUsage: true })
