export { healthServer } from "./healthServer.ts"
export { Readiness } from "./readiness.ts"
