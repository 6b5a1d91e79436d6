import { allPermissions, type Principal } from "@hangtag/core"
import { Flag } from "effect/cli"

/** Which organization a command works in. */
export const organizationFlag = Flag.String("organization").pipe(
  Flag.withAlias("o"),
  Flag.withDescription("The organization to work in"),
  Flag.withDefault("demo"),
)

/** Who has the database's credentials may do everything in it. */
export const commandLineCaller = (organization: string): Principal => ({
  organization,
  subject: "command line",
  permissions: allPermissions,
})
