export { freePort } from "../../../packages/postgres/test/support/freePort.ts"
