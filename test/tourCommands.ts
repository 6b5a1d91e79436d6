import { readFileSync } from "node:fs"
import { join } from "node:path"

/** A command of the tour and the answer printed below it, if any, with where that stands. */
export interface TourCommand {
  readonly command: string
  readonly answer: string | undefined
  readonly answerAt: { readonly start: number; readonly end: number } | undefined
}

export const tourPath = join(import.meta.dirname, "..", "docs/tour.md")

/** The `sh` blocks of the tour in their order, each with the `json` block that directly follows it. */
export const tourCommands = (): ReadonlyArray<TourCommand> => {
  const text = readFileSync(tourPath, "utf8")
  return [...text.matchAll(/```sh\n([\s\S]*?)```\n(?:\n```json\n([\s\S]*?)```)?/g)].map((match) => {
    const answer = match[2]
    const end = match.index + match[0].length - "```".length
    return {
      command: match[1]!,
      answer,
      answerAt: answer === undefined ? undefined : { start: end - answer.length, end },
    }
  })
}

const volatile = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
]

/** The answer with what differs from start to start blanked: random keys, keys of a day and times of day. */
export const steady = (value: unknown): unknown =>
  typeof value === "string"
    ? volatile.some((pattern) => pattern.test(value))
      ? "…"
      : value.replaceAll(/PC-\d{8}-[0-9A-Z]{4}/g, "PC-…").replace(/^b2\.[0-9a-z]+\./, "b2.….")
    : Array.isArray(value)
      ? value.map(steady)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, steady(member)]))
        : value
