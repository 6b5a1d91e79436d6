import type {
  BatchBusy,
  BatchPublished,
  BatchUnsuitable,
  ChangedMeanwhile,
  FileExpired,
  InvalidRequest,
  JobNotCompleted,
  LimitExceeded,
  NotFound,
  OrganizationDenied,
  OrganizationFrozen,
  PermissionDenied,
  RequestForgotten,
  TooManyOpen,
  Unauthenticated,
  Unavailable,
} from "../kernel/errors.ts"
import type { PriceListRefused } from "../lists/PriceListRefused.ts"
import type { PriceChangeRefused } from "./PriceChangeRefused.ts"

/** Everything that a use case can fail with. */
export type HangtagError =
  | NotFound
  | BatchPublished
  | BatchBusy
  | BatchUnsuitable
  | PriceChangeRefused
  | PriceListRefused
  | JobNotCompleted
  | FileExpired
  | PermissionDenied
  | Unauthenticated
  | OrganizationDenied
  | OrganizationFrozen
  | ChangedMeanwhile
  | TooManyOpen
  | RequestForgotten
  | InvalidRequest
  | LimitExceeded
  | Unavailable
