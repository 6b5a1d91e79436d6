export { matchesWords } from "../../../core/src/kernel/rules/searchWords.ts"
