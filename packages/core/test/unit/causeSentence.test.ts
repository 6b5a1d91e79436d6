import { causeSentence } from "@hangtag/core/adapter"
import { expect, it } from "vitest"

const caused = (message: string, cause: unknown) => new Error(message, { cause })

it.each([
  ["nothing", undefined, undefined],
  ["what is no error", { password: "hunter2" }, undefined],
  ["an error", new Error("refused"), "refused"],
  [
    "its causes",
    caused("query", caused("fetch failed", new Error("refused"))),
    "query: fetch failed: refused",
  ],
  ["the same once", caused("refused", new Error("refused")), "refused"],
  ["one without words", Object.assign(new Error(""), { code: "ECONNRESET" }), "ECONNRESET"],
  ["lines as one", new Error("a\n  b"), "a b"],
  [
    "no secret of a URL",
    new Error("at postgres://me:hunter2@db/x or http://key@s3/y"),
    "at postgres://(hidden)@db/x or http://(hidden)@s3/y",
  ],
])("%s", (_, cause, sentence) => expect(causeSentence(cause)).toBe(sentence))

it("has an end", () => {
  const circle = new Error("x".repeat(1_000))
  circle.cause = circle
  expect(causeSentence(circle)).toHaveLength(500)
})
