import { Permission } from "@hangtag/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { forCallers } from "./endpoint.ts"

const Caller = Schema.Struct({
  organization: Schema.String,
  /** Their name in that organization. */
  subject: Schema.String,
  permissions: Schema.Array(Permission),
  /** The price lists that they are bound to; left out: every list. */
  price_lists: Schema.optionalKey(Schema.Array(Schema.String)),
}).annotate({ identifier: "Caller" })

/** Who calls. */
export class Callers extends HttpApiGroup.make("callers")
  .add(
    HttpApiEndpoint.get("getCaller", "/api/me", { success: Caller }).annotateMerge(
      OpenApi.annotations({
        summary: "Get Caller",
        description: "Who calls, in which organization, and what they may do. Needs no permission.",
      }),
    ),
  )
  .pipe(forCallers)
  .annotate(OpenApi.Description, "Who calls.") {}
