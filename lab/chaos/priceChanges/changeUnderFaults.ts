import { setTimeout } from "node:timers/promises"
import type { PostgresServer } from "../../../packages/postgres/test/support/PostgresServer.ts"
import { Dice } from "../../../packages/worker/test/simulation/Dice.ts"
import { Caller, Ledger } from "./Caller.ts"
import type { PriceTrial } from "./PriceTrial.ts"
import { compareWithReplay } from "./replay.ts"

export interface Faults {
  /** The shortest and the longest time between two faults, in milliseconds. */
  readonly pause: readonly [shortest: number, longest: number]
  /** How long all price changes are kept waiting for their turn, in milliseconds. */
  readonly hold: readonly [shortest: number, longest: number]
  /** The database that stops and starts besides, where it is the trial's own. */
  readonly database?: PostgresServer
}

/** Has callers change prices until so much is done, while servers are killed, connections cut and the database restarts. */
export const changeUnderFaults = async (
  trial: PriceTrial,
  { changes, callers, seed, faults }: { changes: number; callers: number; seed: number; faults: Faults },
) => {
  const ledger = new Ledger()
  const dice = new Dice(seed)
  const counts = { kills: 0, cuts: 0, holds: 0, restarts: 0 }
  const { database, hold, pause } = faults
  let going = true
  const disturbing = async () => {
    for (let nth = 0; ; nth++) {
      await setTimeout(pause[0] + dice.random() * (pause[1] - pause[0]))
      // however slow the machine, something is done between two faults
      await Promise.race([ledger.reaches(ledger.done + 3), working])
      if (!going) return
      if (nth % 4 === 0) {
        await trial.kill(counts.kills++)
      } else if (nth % 4 === 1) {
        await trial.hold(hold[0] + dice.random() * (hold[1] - hold[0]))
        counts.holds++
      } else if (nth % 4 === 2 || database === undefined) {
        await trial.cut()
        counts.cuts++
      } else {
        await database.stop(counts.restarts++ % 2 === 0 ? "immediate" : "fast")
        await setTimeout(dice.random() * 1500)
        await database.start()
      }
    }
  }
  const calling = async (number: number) => {
    const caller = new Caller(trial, ledger, new Dice(seed + 1 + number), number)
    while (ledger.done < changes) await caller.act()
  }
  const working = Promise.all(Array.from({ length: callers }, (_, number) => calling(number))).finally(() => {
    going = false
  })
  await Promise.all([working, disturbing()])
  const { wrong, ...compared } = await compareWithReplay(trial, ledger)
  const { done, refused, lostAnswers, slowest } = ledger
  return { done, refused, lostAnswers, slowest, ...counts, ...compared, wrong: [...ledger.wrong, ...wrong] }
}
