export { type HttpServerOptions, httpServer } from "./httpServer.ts"
