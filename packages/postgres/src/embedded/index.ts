export { DataDirectoryInUse } from "./DataDirectoryInUse.ts"
export { DataDirectoryUnusable } from "./DataDirectoryUnusable.ts"
export * as EmbeddedPostgres from "./EmbeddedPostgres.ts"
