import { type CallLimitName, callLimits, type Permission } from "@hangtag/core"
import { Context } from "effect"
import { OpenApi } from "effect/http-api"
import { NeededPermission } from "./Authentication.ts"

/** Numbers as documents write them. */
export const grouped = new Intl.NumberFormat("en-US")

/** What one call may ask for, as the documents tell it. */
const told = (name: CallLimitName) =>
  ` At most ${grouped.format(callLimits[name].default)} ${callLimits[name].counts} (\`${name}\`, unless the operator has set another), else 422 \`limit_exceeded\`.`

/** What columns of an export ask for besides. */
export const pricesToo = "Columns that show prices need `price:read` too, else 403, which names them."

/** What a job asks for besides. */
export const asItsFile =
  "A job whose file shows prices needs `price:read` too, one of a change sheet `batch:read`: without these it is not found."

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
