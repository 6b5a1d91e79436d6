export { defaults } from "./contract/defaults.ts"
export { hash64 } from "./domain/shortHash.ts"
export * from "./json/exactNumber.ts"
export * from "./json/parseJson.ts"
export * from "./json/parseJsonExactly.ts"
export { MissingPort, missingPorts, type Operation, operationPorts } from "./operationPorts.ts"
export { type Built, hangtagServices, servicesOf } from "./servicesOf.ts"
export {
  explanationJson,
  lineJson,
  policyJson,
  previewJson,
  recordPageJson,
  timelineJson,
  warningJson,
  withAmount,
} from "./wireJson.ts"
