import { type CallLimitName, callLimits, type Permission } from "@hangtag/core"
import { Context } from "effect"
import { OpenApi } from "effect/http-api"
import { NeededPermission } from "./Authentication.ts"

/** Numbers as documents write them. */
export const grouped = new Intl.NumberFormat("en-US")

/** What one call may ask for, as the documents tell it. */
const told = (name: CallLimitName) =>
  ` At most ${grouped.format(callLimits[name].default)} ${callLimits[name].counts} (\`${name}\`, unless the operator has set another), else 422 \`limit_exceeded\`.`

/** What an operation is for, the permission that its callers need, and what one call may ask for. */
export const operation = (
  permission: Permission,
  summary: string,
  description: string,
  ...limits: ReadonlyArray<CallLimitName>
) =>
  Context.add(
    OpenApi.annotations({
      summary,
      description: `${description}${limits.map(told).join("")} Needs \`${permission}\`.`,
    }),
    NeededPermission,
    permission,
  )
