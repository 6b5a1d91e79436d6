import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { RequestValidation } from "../validation/RequestValidation.ts"

const Health = Schema.Struct({ status: Schema.Literals(["ok", "unavailable"]) }).annotate({
  identifier: "Health",
})
const Readiness = Schema.Struct({
  status: Schema.Literals(["ok", "degraded", "unavailable"]),
  checks: Schema.Record(Schema.String, Schema.String),
}).annotate({ identifier: "Readiness" })

/** Whether the process and what it needs answer. */
export class System extends HttpApiGroup.make("system")
  .add(
    HttpApiEndpoint.get("healthz", "/healthz", { success: Health }).annotateMerge(
      OpenApi.annotations({ summary: "Liveness", description: "The process answers." }),
    ),
    HttpApiEndpoint.get("readyz", "/readyz", {
      success: [Readiness, Readiness.pipe(HttpApiSchema.status(503))],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Readiness",
        description: "Database and storage answer; `degraded` where requests are served in part.",
      }),
    ),
  )
  .middleware(RequestValidation)
  .annotate(OpenApi.Description, "Whether the process and what it needs answer.") {}
