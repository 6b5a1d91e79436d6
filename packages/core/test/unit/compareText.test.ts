import { compareText } from "@hangtag/core"
import { expect, it } from "vitest"

/** The ends of every range that UTF-16 writes differently, by code point. */
const inOrder = [
  "",
  "\u0001",
  "A",
  "AA",
  "B",
  "a",
  "\ud7ff",
  "\ue000",
  "\uffff",
  "\u{10000}",
  "\u{103ff}",
  "\u{10400}",
  "\u{10400}a",
  "\u{10ffff}",
]

it.each(["", "x", "\u{1f600}"])("texts that begin with %j are ordered by code point", (start) => {
  for (const [i, a] of inOrder.entries()) {
    for (const [j, b] of inOrder.entries()) {
      expect(Math.sign(compareText(start + a, start + b)), `${a} and ${b}`).toBe(Math.sign(i - j))
    }
  }
})
