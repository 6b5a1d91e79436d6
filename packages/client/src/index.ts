export type * from "./contract.ts"
export { HangtagError } from "./HangtagError.ts"
export {
  type CallOptions,
  type ClientOptions,
  type HangtagClient,
  type ListName,
  makeClient,
  type Page,
} from "./makeClient.ts"
