export { Authentication, CurrentPrincipal } from "./Authentication.ts"
export { HangtagApi } from "./HangtagApi.ts"
export { PricePolicyRequest } from "./requests.ts"
