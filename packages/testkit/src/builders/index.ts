export * from "./catalogBuilders.ts"
export * from "./exportBuilders.ts"
export * from "./priceBuilders.ts"
export * from "./priceChangeBuilders.ts"
