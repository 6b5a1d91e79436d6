import { Schema } from "effect"

// What every operation may answer besides its own results, one body for each status: `{detail: "sentence"}`.

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
