export { S3Storage } from "./S3Storage.ts"
export type { S3StorageOptions } from "./S3StorageOptions.ts"
