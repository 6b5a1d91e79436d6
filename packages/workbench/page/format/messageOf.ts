import { HangtagError } from "@hangtag/client"
import { inWords } from "./inWords.ts"

type Reason = NonNullable<HangtagError["conflict"]>["reason"]

/** Why a price change was refused, where the page has another way on than the API has. */
export const refusalWords: Readonly<Partial<Record<Reason, string>>> = {
  stale: "Prices have moved since they were looked at: look at them again.",
  moved:
    "Prices have moved since it was generated: look at what moved, then accept it, or generate it again.",
  backdated:
    "One of its prices begins more than a day ago: accept that, or generate it again from a later day.",
  collides: "It meets prices for which “Do not generate” is chosen: choose another day, or otherwise.",
  no_return:
    "Some prices have nothing to return to when it ends: choose that they end then, or leave out “Until”.",
  sheet_moved: "Prices have moved since the sheet was written: leave those rows out, or overwrite them.",
}

/** A fault of a request, without where in its body it was. */
const faultText = ({ loc, msg }: HangtagError["faults"][number]): string => {
  const line = loc[loc.indexOf("lines") + 1]
  const place = typeof line === "number" ? `Line ${line + 1}: ` : ""
  const sentence = msg.replace(/^Value error, /, "")
  return inWords(`${place}${sentence === msg ? `${loc.at(-1)}: ` : ""}${sentence}`)
}

/** What went wrong, in a sentence to a person. */
export const messageOf = (error: Error): string =>
  error instanceof HangtagError
    ? (refusalWords[error.conflict?.reason ?? "empty"] ??
      (error.faults.length > 0 ? error.faults.map(faultText).join("; ") : inWords(error.message)))
    : error.message
