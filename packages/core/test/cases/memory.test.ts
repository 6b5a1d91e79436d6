import { memoryPorts } from "@hangtag/testkit"
import { afterAll } from "vitest"
import { portsDoors } from "./portsDoors.ts"
import { portsLists } from "./portsLists.ts"
import { portsStories } from "./portsStories.ts"
import { runCases } from "./runCases.ts"
import { runPriceChangeCases } from "./runPriceChangeCases.ts"
import { runPriceListCases } from "./runPriceListCases.ts"

const doors = portsDoors(memoryPorts)
afterAll(doors.close)

runCases("the use case in memory", doors)

const stories = portsStories(memoryPorts)
afterAll(stories.close)

runPriceChangeCases("the use case in memory", stories.story)

const lists = portsLists(memoryPorts)
afterAll(lists.close)

runPriceListCases("the use case in memory", lists.open)
