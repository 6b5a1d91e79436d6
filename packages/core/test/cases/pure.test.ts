import { pureDoors } from "./pureDoors.ts"
import {
  runDiffLinesCases,
  runEffectiveInstantCases,
  runExportRowsCases,
  runFillBatchCases,
  runFutureRecordsCases,
  runJudgeLinesCases,
  runPriceInForceCases,
  runPriceTimelineCases,
  runPriceWarningsCases,
  runSearchOrderCases,
  runShopPriceCases,
  runUpcomingPricesCases,
} from "./runCases.ts"
import { runAdjustAmountCases } from "./runPriceChangeCases.ts"

runAdjustAmountCases("the rule", pureDoors.adjust)
runDiffLinesCases("the rule", pureDoors.preview)
runJudgeLinesCases("the rule", pureDoors.preview)
runPriceWarningsCases("the rule", pureDoors.preview)
runPriceTimelineCases("the rule", pureDoors.timeline, pureDoors.explain)
runUpcomingPricesCases("the rule", pureDoors.upcoming)
runPriceInForceCases("the rule", pureDoors.preview)
runFutureRecordsCases("the rule", pureDoors.preview)
runFillBatchCases("the rule", pureDoors.fill)
runExportRowsCases("the rule", pureDoors.export)
runSearchOrderCases("the rule", pureDoors.search)
runEffectiveInstantCases("the rule", pureDoors.instant)
runShopPriceCases("the rule", pureDoors.shop)
