import { allPermissions, type Principal } from "@hangtag/core"
import { Flag } from "effect/cli"

export const usualOrganization = "demo"

/** An organization by name. */
export const organizationOf = Flag.String("organization").pipe(
  Flag.withAlias("o"),
  Flag.withDescription("The organization to work in"),
)

/** Which organization a command works in. */
export const organizationFlag = Flag.withDefault(organizationOf, usualOrganization)

/** Who has the database's credentials may do everything in it. */
export const commandLineCaller = (organization: string): Principal => ({
  organization,
  subject: "command line",
  permissions: allPermissions,
})
