/** A read replica beside the server, for the reads that may be stale. */
export { Replica, type ReplicaOptions, type ReplicaReader, type ReplicaState } from "./Replica.ts"
export { type ReadingPorts, readingPorts } from "./readingPorts.ts"
export { type ReplicaDelay, replicaDelay } from "./replicaDelay.ts"
export { replicatedPorts } from "./replicatedPorts.ts"
