import { exportLane, exportLanes } from "@hangtag/core"
import { expect, it } from "vitest"

it.each([
  [0, "small"],
  [1000, "small"],
  [1001, "large"],
  [5_000_000, "large"],
])("an export of %i product versions waits in the %s lane", (total, lane) => {
  expect(exportLane(total)).toBe(lane)
  expect(exportLanes).toContain(lane)
})
