/** Organizations on several servers, each with a pool and a queue of its own. */
export { type DatabaseServices, portsByOrganization, type RoutedPorts } from "./DatabaseServices.ts"
export { routedPorts } from "./routedPorts.ts"
export type { Server } from "./Server.ts"
export { defaultServer, type OnServer, type ServerMap, Servers } from "./Servers.ts"
