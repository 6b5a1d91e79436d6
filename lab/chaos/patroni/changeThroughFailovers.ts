import { setTimeout } from "node:timers/promises"
import type { StopMode } from "../../../packages/postgres/test/support/PostgresServer.ts"
import { Dice } from "../../../packages/worker/test/simulation/Dice.ts"
import { Caller, Ledger } from "../priceChanges/Caller.ts"
import { PriceTrial } from "../priceChanges/PriceTrial.ts"
import { compareWithReplay } from "../priceChanges/replay.ts"
import type { PatroniCluster } from "./PatroniCluster.ts"

export interface FailoversGiven {
  readonly changes: number
  readonly callers: number
  readonly servers: number
  readonly seed: number
  /** How the server that takes writes goes, by turns; each at least once. */
  readonly modes: ReadonlyArray<StopMode>
}

/** Milliseconds in which prices are changed between two failovers. */
const calm = 3_000

/** Has callers change prices while the server that takes writes dies or gives its part away, again and again. */
export const changeThroughFailovers = async (
  cluster: PatroniCluster,
  folder: string,
  given: FailoversGiven,
) => {
  const trial = await PriceTrial.create(cluster.url, folder, given.servers)
  const ledger = new Ledger()
  const wrong: Array<string> = []
  const outages: Array<number> = []
  let going = true
  const failing = async () => {
    for (let nth = 0; nth < given.modes.length || ledger.done < given.changes; nth++) {
      await setTimeout(calm)
      const began = Date.now()
      await cluster.stop(given.modes[nth % given.modes.length]!)
      await ledger.reaches(ledger.done + given.callers)
      outages.push(Date.now() - began)
      await cluster.start()
    }
  }
  const calling = async (number: number) => {
    const caller = new Caller(trial, ledger, new Dice(given.seed + number), number)
    while (going) await caller.act()
  }
  try {
    const failed = failing().finally(() => {
      going = false
    })
    await Promise.all([failed, ...Array.from({ length: given.callers }, (_, number) => calling(number))])
    const compared = await compareWithReplay(trial, ledger)
    const { done, refused, lostAnswers, unavailable } = ledger
    return {
      changes: done,
      refused,
      "answers lost": lostAnswers,
      "to be retried": unavailable,
      failovers: outages.length,
      "longest outage": `${Math.max(...outages)} ms`,
      ...compared,
      wrong: [...wrong, ...ledger.wrong, ...compared.wrong],
    }
  } finally {
    await trial.dispose()
  }
}
