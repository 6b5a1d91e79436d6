import type { OnCollision } from "@hangtag/client"

/** What may be done about each kind of collision; the first is what happens by default. */
export const collisionChoices = {
  same_instant: ["reject", "withdraw", "keep"],
  overridden_later: ["keep", "withdraw", "reject"],
  leapfrogged: ["keep", "withdraw", "reject"],
} as const

export type CollisionKind = keyof typeof collisionChoices

export const kinds = Object.keys(collisionChoices) as ReadonlyArray<CollisionKind>

/** What each kind means, in the words of one who keeps prices. */
export const kindWords: Readonly<Record<CollisionKind, { readonly title: string; readonly text: string }>> = {
  same_instant: {
    title: "At the same moment",
    text: "Another price begins at the very moment of the new one.",
  },
  overridden_later: {
    title: "Replaced later",
    text: "Another price begins after the new one, and replaces it then.",
  },
  leapfrogged: {
    title: "Scheduled before",
    text: "Another price begins before the new one, and holds until then.",
  },
}

export const choiceWords = {
  reject: "Do not generate",
  keep: "Keep both",
  withdraw: "Withdraw the other",
} as const

/** What may become of prices that end where there is none to return to. */
export const noReturnChoices = [
  ["refuse", "Do not generate"],
  ["end", "End the price with its last day"],
] as const

/** What is chosen for what new prices may meet. */
export interface Chosen {
  /** Of prices that begin at the moment of a new one. */
  readonly same_instant: "reject" | "keep" | "withdraw"
  /** Where there is none to return to at the end. */
  readonly on_no_return: "refuse" | "end"
}

type Choice = keyof typeof choiceWords

/** The choices that the address holds, one of each kind. */
export const choicesIn = (query: URLSearchParams): Required<OnCollision> =>
  Object.fromEntries(
    kinds.map((kind) => {
      const allowed: ReadonlyArray<string> = collisionChoices[kind]
      const asked = query.get(kind) ?? ""
      return [kind, allowed.includes(asked) ? (asked as Choice) : collisionChoices[kind][0]]
    }),
  ) as unknown as Required<OnCollision>
