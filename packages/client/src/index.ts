export type * from "./contract.ts"
export { HangtagError } from "./HangtagError.ts"
export {
  type CallOptions,
  type ClientOptions,
  type HangtagClient,
  makeClient,
  type Page,
  type PagedName,
} from "./makeClient.ts"
