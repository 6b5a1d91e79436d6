export { compareNatural, compareSizes } from "../../../core/src/catalog/rules/compareSizes.ts"
