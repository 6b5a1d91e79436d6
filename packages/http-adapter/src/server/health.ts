export { healthServer } from "./healthServer.ts"
export { lookAtReadiness, Readiness } from "./readiness.ts"
