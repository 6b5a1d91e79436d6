import type { Report, Verdict } from "./report.ts"

/** The figures of a result, such as 1.2 and 3 of "1.2× to 3 MB". */
const figures = ({ result }: Verdict): ReadonlyArray<number> =>
  [...result.replaceAll(",", "").matchAll(/-?\d+(?:\.\d+)?/g)].map(([figure]) => Number(figure))

const mean = (verdict: Verdict) => {
  const all = figures(verdict)
  return all.reduce((sum, figure) => sum + figure, 0) / Math.max(1, all.length)
}

/**
 * The middle one of several runs of a benchmark: the one whose figures stand in the middle for most goals. Its body
 * ends with what the runs had for each goal, in the order in which they were made.
 */
export const middleRun = (runs: ReadonlyArray<Report>): Report => {
  const goals = runs[0]!.verdicts.map(({ goal }) => goal)
  const half = (runs.length - 1) / 2
  const distances = runs.map((run) =>
    goals.reduce((sum, _, at) => {
      const own = mean(run.verdicts[at]!)
      const smaller = runs.filter((other) => mean(other.verdicts[at]!) < own).length
      const equal = runs.filter((other) => mean(other.verdicts[at]!) === own).length
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
