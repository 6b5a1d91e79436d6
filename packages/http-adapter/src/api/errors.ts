import {
  ChangeCollision,
  ChangeRefusal,
  MovedPair,
  NoReturn,
  PriceWarning,
  RefusedColorway,
  StaleColorway,
} from "@hangtag/core"
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

/** The reason and lists are there where a price change was refused; a batch that is unfit or busy has none. */
export const PriceChangeConflict = Schema.Struct({
  detail: Schema.String,
  reason: Schema.optionalKey(ChangeRefusal),
  colorways: Schema.optionalKey(Schema.Array(RefusedColorway)),
  stale: Schema.optionalKey(Schema.Array(StaleColorway)),
  moved: Schema.optionalKey(Schema.Array(MovedPair)),
  collisions: Schema.optionalKey(Schema.Array(ChangeCollision)),
  no_return: Schema.optionalKey(Schema.Array(NoReturn)),
  warnings: Schema.optionalKey(Schema.Array(PriceWarning)),
}).annotate({ identifier: "PriceChangeConflict", httpApiStatus: 409 })
