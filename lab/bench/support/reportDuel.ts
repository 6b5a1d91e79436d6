import type postgres from "postgres"
import { duelTable, range, slowness, speed } from "./duelTable.ts"
import { type Duel, httpDuel, type Question } from "./httpDuel.ts"
import { report, type Verdict } from "./report.ts"

export interface DuelPlan {
  readonly name: string
  readonly seed: (sql: postgres.Sql) => Promise<void>
  readonly questions: ReadonlyArray<Question>
  /** What is asked and of whom, above the table. */
  readonly before: string
  /** Where the time goes, below it. */
  readonly after: string
  /** Goals of this question alone. */
  readonly further?: (duel: Duel) => ReadonlyArray<Verdict>
}

/** Holds the duel and writes its section: requests a second and p99 beside the hand-written server's. */
export const reportDuel = async ({ name, seed, questions, before, after, further }: DuelPlan) => {
  const duel = await httpDuel(seed, questions)
  const speeds = duel.rows.map(speed)
  const slownesses = duel.rows.map(slowness)
  report({
    name,
    verdicts: [
      {
        goal: "requests a second ≥ 1.0× Fastify with SQL",
        result: range(speeds),
        met: Math.min(...speeds) >= 1,
      },
      { goal: "p99 ≤ theirs", result: range(slownesses), met: Math.max(...slownesses) <= 1 },
      ...(further?.(duel) ?? []),
    ],
    body: `${before}\nBoth servers are asked for fifteen seconds before anything is measured.\n\n${duelTable(duel)}\n\n${after}`,
  })
}
