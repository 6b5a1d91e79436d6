export { Authentication, CurrentPrincipal } from "./Authentication.ts"
export { HangtagApi } from "./HangtagApi.ts"
export { Served } from "./served.ts"
