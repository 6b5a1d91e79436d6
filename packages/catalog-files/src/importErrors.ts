import { withoutControls } from "@hangtag/core/adapter"
import { Schema } from "effect"

/** A file that cannot be imported at all, and what to do about it; nothing of it was written when the import began with it. */
export class FileNotImportable extends Schema.TaggedError<FileNotImportable>()("FileNotImportable", {
  file: Schema.String,
  reason: Schema.String,
}) {
  override get message() {
    return `${this.file} cannot be imported: ${withoutControls(this.reason)}`
  }
}

/** An organization that nothing was ever written of: a slip of the pen, most likely. */
export class OrganizationUnknown extends Schema.TaggedError<OrganizationUnknown>()("OrganizationUnknown", {
  organization: Schema.String,
}) {
  override get message() {
    return `nothing is known of an organization ${JSON.stringify(this.organization)}: look whether the name is right`
  }
}
