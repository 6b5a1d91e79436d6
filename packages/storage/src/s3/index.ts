export { S3Storage, type S3StorageOptions } from "./S3Storage.ts"
