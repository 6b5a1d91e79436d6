/** Views of new prices, which have most of their code together: read as one of them is opened first. */
export { Adjust } from "./adjust/Adjust.tsx"
export { PriceChange } from "./priceChange/PriceChange.tsx"
