import type { HangtagError } from "@hangtag/core"

/** The HTTP status of each failure of a use case. A new error does not compile until it is decided. */
export const httpStatus: { readonly [Tag in HangtagError["_tag"]]: number } = {
  InvalidRequest: 422,
  LimitExceeded: 422,
  Unauthenticated: 401,
  OrganizationDenied: 403,
  PermissionDenied: 403,
  NotFound: 404,
  BatchPublished: 409,
  BatchBusy: 409,
  BatchUnsuitable: 409,
  PriceChangeRefused: 409,
  PriceListRefused: 409,
  JobNotCompleted: 409,
  FileExpired: 410,
  RequestForgotten: 410,
  ChangedMeanwhile: 412,
  TooManyOpen: 429,
  OrganizationFrozen: 503,
  Unavailable: 503,
}
