export * from "./catalogArbitraries.ts"
export * from "./valueArbitraries.ts"
