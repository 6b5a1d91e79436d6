export { mostSheetBytes, readPriceSheet } from "./readPriceSheet.ts"
export { readSentSheet } from "./readSentSheet.ts"
