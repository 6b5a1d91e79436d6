export * from "./json/exactNumber.ts"
export * from "./json/parseJson.ts"
export * from "./json/parseJsonExactly.ts"
export { type Built, hangtagServices, servicesOf } from "./servicesOf.ts"
