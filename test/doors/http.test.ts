import { memoryPorts } from "@hangtag/testkit"
import { afterAll } from "vitest"
import {
  runCatalogUrlsCases,
  runDiffLinesCases,
  runExportRowsCases,
  runExportSelectionCases,
  runFileOptionCases,
  runFillBatchCases,
  runFutureRecordsCases,
  runJudgeLinesCases,
  runPriceInForceCases,
  runPriceTimelineCases,
  runPriceWarningsCases,
  runProductSearchCases,
  runSearchOrderCases,
  runUpcomingPricesCases,
} from "../../packages/core/test/cases/runCases.ts"
import { runPriceChangeCases } from "../../packages/core/test/cases/runPriceChangeCases.ts"
import { runPriceListCases } from "../../packages/core/test/cases/runPriceListCases.ts"
import { httpDoors } from "./httpDoors.ts"

const doors = httpDoors(memoryPorts)
afterAll(doors.close)

runDiffLinesCases("over HTTP", doors.preview, "numbers")
runJudgeLinesCases("over HTTP", doors.preview)
runPriceWarningsCases("over HTTP", doors.preview)
runPriceTimelineCases("over HTTP", doors.timeline, doors.explain)
runUpcomingPricesCases("over HTTP", doors.upcoming)
runPriceChangeCases("over HTTP", doors.story, "numbers")
runPriceListCases("over HTTP", doors.priceLists)
runPriceInForceCases("over HTTP", doors.preview, "numbers")
runFutureRecordsCases("over HTTP", doors.preview, "numbers")
runFillBatchCases("over HTTP", doors.fill, "numbers")
runSearchOrderCases("over HTTP", doors.search)
runProductSearchCases("over HTTP", doors.products)
runCatalogUrlsCases("over HTTP", doors.catalogUrl)
runExportRowsCases("in the worker's file", doors.export, "texts")
runFileOptionCases("in the worker's file", doors.export, "texts")
runExportSelectionCases("in the worker's file", doors.export, "texts")
