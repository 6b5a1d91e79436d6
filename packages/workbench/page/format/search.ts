export { matchesWords } from "../../../core/src/domain/searchWords.ts"
