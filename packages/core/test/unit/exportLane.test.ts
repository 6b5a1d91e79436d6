import { exportLane, exportLanes } from "@hangtag/core/adapter"
import { expect, it } from "vitest"

it.each([
  [0, 0, "small"],
  [1000, 20_000, "small"],
  [1001, 0, "large"],
  [1, 20_001, "large"],
  [5_000_000, 5_000_000, "large"],
])("an export of %i product versions and %i variants waits in the %s lane", (versions, variants, lane) => {
  expect(exportLane(versions, variants)).toBe(lane)
  if (variants === 0) expect(exportLane(versions)).toBe(lane)
  expect(exportLanes).toContain(lane)
})
