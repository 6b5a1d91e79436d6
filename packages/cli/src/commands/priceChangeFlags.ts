import { Flag } from "effect/cli"
import { textFlag, yesFlag } from "../output/flags.ts"

const collisionFlag = <const Choices extends ReadonlyArray<string>>(
  name: string,
  choices: Choices,
  what: string,
) =>
  Flag.Literals(name, choices).pipe(
    Flag.withDescription(`What becomes of a future record ${what}; default ${choices[0]}`),
    Flag.withDefault(choices[0] as Choices[number]),
  )

/** What becomes of future records that are met. */
export const collisionFlags = {
  same_instant: collisionFlag("same-instant", ["reject", "withdraw", "keep"], "at a line's own instant"),
  overridden_later: collisionFlag(
    "overridden-later",
    ["keep", "withdraw", "reject"],
    "that takes over after a line",
  ),
  leapfrogged: collisionFlag("leapfrogged", ["keep", "withdraw", "reject"], "that begins before a line"),
}

/** Whether anything is written. */
export const dryRunFlag = yesFlag("dry-run", "Write nothing, and report what would come of it")
/** What becomes of variants that have no price to return to at the end of a temporary one. */
export const noReturnFlag = {
  on_no_return: Flag.Literals("on-no-return", ["refuse", "skip", "end"]).pipe(
    Flag.withDescription(
      "Variants without a price to return to at --until: refuse all, skip them, or end their price; default refuse",
    ),
    Flag.withDefault("refuse" as const),
  ),
}

/** Into which batch. */
export const batchFlags = {
  batch: textFlag("batch", "An open batch to fill; default a new one"),
  replaces: textFlag("replaces", "An open batch that the new one takes the place of; it is discarded"),
  name: textFlag("name", "The name of a new batch"),
}
