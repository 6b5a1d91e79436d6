export { compareNatural, compareSizes } from "../../../core/src/domain/compareSizes.ts"
