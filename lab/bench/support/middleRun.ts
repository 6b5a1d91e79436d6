import type { Report, Verdict } from "./report.ts"

/** The figures that a result is judged by, such as 1.2 and 3.5 of "1.2× to 3.5×, by hand 4×". */
const figures = ({ result }: Verdict): ReadonlyArray<number> => {
  const own = result.replaceAll(",", "").replaceAll(/(?:by hand|plain) \S+/g, "")
  const measured = [...own.matchAll(/-?\d+(?:\.\d+)?(?=×| MB| ms| s\b|$)/g)]
  return measured.map(([figure]) => Number(figure))
}

/** The one that decides whether the goal is met. */
const worst = (verdict: Verdict) =>
  (/≥|at least/.test(verdict.goal) ? Math.min : Math.max)(...figures(verdict))

/**
 * The middle one of several runs of a benchmark: the one whose worst figures stand in the middle for most goals. Its body
 * ends with what the runs had for each goal, in the order in which they were made.
 */
export const middleRun = (runs: ReadonlyArray<Report>): Report => {
  const goals = runs[0]!.verdicts.map(({ goal }) => goal)
  const half = (runs.length - 1) / 2
  const distances = runs.map((run) =>
    goals.reduce((sum, _, at) => {
      const own = worst(run.verdicts[at]!)
      const smaller = runs.filter((other) => worst(other.verdicts[at]!) < own).length
      const equal = runs.filter((other) => worst(other.verdicts[at]!) === own).length
      return sum + Math.max(0, Math.max(smaller - half, half - (smaller + equal - 1)))
    }, 0),
  )
  const middle = runs[distances.indexOf(Math.min(...distances))]!
  const spread = goals.map(
    (goal, at) => `| ${goal} | ${runs.map(({ verdicts }) => verdicts[at]!.result).join(" | ")} |`,
  )
  const heading = `| goal | ${runs.map((_, at) => `run ${at + 1}`).join(" | ")} |`
  const rule = `| --- |${" --- |".repeat(runs.length)}`
  const text = `The middle one of ${runs.length} runs, which had:`
  return { ...middle, body: `${middle.body.trim()}\n\n${text}\n\n${[heading, rule, ...spread].join("\n")}` }
}
