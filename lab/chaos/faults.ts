/**
 * Lets one call after another of an export's ports fail, before or after it happened, take a minute, or happen twice:
 * every call by itself, and every two calls of a port.
 *
 *     npx -y pnpm@12 chaos faults
 */
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { faultAt } from "../../packages/worker/test/faults/FaultyExport.ts"
import { singleFaults } from "../../packages/worker/test/faults/singleFaults.ts"
import { wrongEnd } from "../../packages/worker/test/faults/wrongEnd.ts"
import { options } from "./options.ts"
import { report } from "./report.ts"

options({})

let exports = 0
let wrong = 0
/** Tells whether there were that many calls. */
const disturb = async (
  { name, port, fault }: (typeof singleFaults)[number],
  calls: ReadonlyArray<number>,
): Promise<boolean> => {
  const { disturbed, reached } = faultAt(port, calls, fault)
  const found = await Effect.runPromise(Effect.provide(wrongEnd(disturbed), TestClock.layer()))
  exports++
  wrong += found.length
  for (const each of found) console.error(`${name}, at calls ${calls.join(" and ")}: ${each}`)
  return reached()
}
for (const single of singleFaults) {
  let calls = 1
  while (await disturb(single, [calls])) calls++
  for (let second = 2; second < calls; second++)
    for (let first = 1; first < second; first++) await disturb(single, [first, second])
}
report("faults", undefined, { jobs: exports, wrong, lost: 0, doubled: 0, orphans: 0 })
