export { Authentication, CurrentPrincipal } from "./Authentication.ts"
export { HangtagApi } from "./HangtagApi.ts"
export * from "./requests.ts"
