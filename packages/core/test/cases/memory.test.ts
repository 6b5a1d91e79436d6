import { memoryPorts } from "@hangtag/testkit"
import { afterAll } from "vitest"
import { portsDoors } from "./portsDoors.ts"
import { runCases } from "./runCases.ts"

const doors = portsDoors(memoryPorts)
afterAll(doors.close)

runCases("the use case in memory", doors)
