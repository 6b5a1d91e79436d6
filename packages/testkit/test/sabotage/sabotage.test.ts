import * as promises from "@hangtag/testkit/promises"
import { expect, it } from "vitest"
import "./archive.ts"
import "./batches.ts"
import "./boundCallers.ts"
import "./broker.ts"
import "./catalog.ts"
import "./catalogWriter.ts"
import "./discoveries.ts"
import "./exports.ts"
import "./idempotency.ts"
import "./history.ts"
import "./policies.ts"
import "./priceLists.ts"
import "./priceChanges.ts"
import "./prices.ts"
import "./schedule.ts"
import "./sheets.ts"
import "./storage.ts"
import "./transactions.ts"
import "./jobs.ts"
import "./listing.ts"
import "./queue.ts"
import { suites } from "./notices.ts"

it("every suite has its table of saboteurs", () => {
  const all = Object.keys(promises).filter((name) => name.endsWith("Promises"))
  expect(suites.toSorted()).toEqual(all.map((name) => name.replace("Promises", "Suite")).toSorted())
})
