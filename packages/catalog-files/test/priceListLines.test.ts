import { memoryPorts } from "@hangtag/testkit"
import { runPriceListLines } from "./priceListLines.ts"

runPriceListLines("memory", memoryPorts)
