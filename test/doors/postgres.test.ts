import { memoryObjectStorage } from "@hangtag/testkit"
import { agreementSuite, priceStorySuite } from "@hangtag/testkit/conformance"
import { Layer, ManagedRuntime } from "effect"
import { afterAll, beforeAll, describe } from "vitest"
import { runPriceListLines } from "../../packages/catalog-files/test/priceListLines.ts"
import { runShopSequences } from "../../packages/catalog-files/test/shopSequences.ts"
import { portsDoors } from "../../packages/core/test/cases/portsDoors.ts"
import { portsLists } from "../../packages/core/test/cases/portsLists.ts"
import { portsStories } from "../../packages/core/test/cases/portsStories.ts"
import { runCases } from "../../packages/core/test/cases/runCases.ts"
import { runPriceChangeCases } from "../../packages/core/test/cases/runPriceChangeCases.ts"
import { runPriceListCases } from "../../packages/core/test/cases/runPriceListCases.ts"
import { portsOn } from "../../packages/postgres/test/repositories/portsOn.ts"
import { testDatabases, thoroughDatabase } from "../../packages/postgres/test/support/testDatabases.ts"

for (const database of testDatabases) {
  const isThorough = database === thoroughDatabase
  describe.skipIf(database.unavailable)(database.name, () => {
    const runtime = ManagedRuntime.make(Layer.merge(portsOn(database), memoryObjectStorage))
    const ports = Layer.effectContext(runtime.contextEffect)
    const doors = portsDoors(ports)
    const stories = portsStories(ports)
    const lists = portsLists(ports)
    // Or the first row would have to wait for the database within its own time.
    beforeAll(async () => void (await runtime.context()))
    afterAll(async () => {
      await doors.close()
      await stories.close()
      await lists.close()
      await runtime.dispose()
    })
    if (isThorough) {
      runCases("the use case", doors)
      runPriceChangeCases("the use case", stories.story)
      runPriceListCases("the use case", lists.open)
    }
    agreementSuite("the ports", ports, { numRuns: isThorough ? 8 : 2 })
    priceStorySuite("the ports", ports, { numRuns: isThorough ? 8 : 2 })
    runPriceListLines("imports", ports)
    runShopSequences("imports", ports, isThorough ? 4 : 1)
  })
}
