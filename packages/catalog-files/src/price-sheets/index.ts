export { mostSheetBytes, readPriceSheet, readSentSheet } from "./readPriceSheet.ts"
