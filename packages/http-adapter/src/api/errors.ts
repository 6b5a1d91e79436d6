import { ChangeRefusal, ListRefusal } from "@hangtag/core"
import { Schema } from "effect"

// What every operation may answer besides its own results, one body for each status: `{detail: "sentence"}`,
// and what a refused price change meets.

const sentence = (status: number, identifier: string) =>
  Schema.Struct({ detail: Schema.String }).annotate({ identifier, httpApiStatus: status })

export const BadRequest = sentence(400, "BadRequest")
export const Unauthorized = sentence(401, "Unauthorized")
export const Forbidden = sentence(403, "Forbidden")
export const NotFound = sentence(404, "NotFound")
export const Conflict = sentence(409, "Conflict")
export const Gone = sentence(410, "Gone")
export const PreconditionFailed = sentence(412, "PreconditionFailed")
export const ContentTooLarge = sentence(413, "ContentTooLarge")
export const TooManyRequests = sentence(429, "TooManyRequests")
export const ServiceUnavailable = sentence(503, "ServiceUnavailable")

/** What is answered to a body that cannot be read, or is too large. */
export const bodyErrors = [BadRequest, ContentTooLarge]

const withoutFacts = <R extends string>(reason: R, identifier: string) =>
  Schema.Struct({ detail: Schema.String, reason: Schema.Literal(reason) }).annotate({ identifier })

/** Each refusal with its sentence. */
const withDetail = <Member extends Schema.Struct<Schema.Struct.Fields>>(members: ReadonlyArray<Member>) =>
  members.map((member) =>
    member
      .mapFields((fields) => ({ detail: Schema.String, ...fields }))
      .annotate({ identifier: Schema.resolveAnnotations(member)!.identifier! }),
  )

/** A price change that was not written or published, and what is wrong with its batch: each has the facts of its `reason`, and those alone. */
export const PriceChangeConflict = Schema.Union([
  ...withDetail(ChangeRefusal.members),
  withoutFacts("published", "PublishedBatch"),
  withoutFacts("unsuitable", "UnsuitableBatch"),
  withoutFacts("busy", "BusyBatch"),
  withoutFacts("carried_out", "CarriedOutBefore"),
]).annotate({ identifier: "PriceChangeConflict", httpApiStatus: 409 })

/** A price list that was not made or changed: each has the facts of its `reason`. */
export const PriceListConflict = Schema.Union([
  ...withDetail(ListRefusal.members),
  withoutFacts("busy", "BusyLists"),
]).annotate({ identifier: "PriceListConflict", httpApiStatus: 409 })
