export type * from "./contract.ts"
export { HangtagError } from "./HangtagError.ts"
export {
  type CallOptions,
  type ClientOptions,
  type HangtagClient,
  makeClient,
} from "./makeClient.ts"
