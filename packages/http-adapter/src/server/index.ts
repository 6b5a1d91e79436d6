export { type HttpServerOptions, httpServer } from "./httpServer.ts"
export { Draining } from "./readiness.ts"
