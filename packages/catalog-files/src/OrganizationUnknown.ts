import { Schema } from "effect"

/** An organization that nothing was ever written of: a slip of the pen, most likely. */
export class OrganizationUnknown extends Schema.TaggedError<OrganizationUnknown>()("OrganizationUnknown", {
  organization: Schema.String,
}) {
  override get message() {
    return `nothing is known of an organization ${JSON.stringify(this.organization)}: look whether the name is right`
  }
}
