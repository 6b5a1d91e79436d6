import { memoryPorts } from "@hangtag/testkit"
import { runShopSequences } from "./shopSequences.ts"

runShopSequences("in memory", memoryPorts, 40)
