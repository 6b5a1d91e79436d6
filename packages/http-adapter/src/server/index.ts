export { Draining } from "./Draining.ts"
export { type HttpServerOptions, httpServer } from "./httpServer.ts"
