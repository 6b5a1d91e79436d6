import type { BatchRecordPage, ColorwayPreview } from "@hangtag/core"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"

declare global {
  interface JSON {
    /** ECMAScript 2026; in Node since 22. */
    rawJSON(text: string): object
  }
}

/** JSON text with each amount as the number its digits say, never by way of a double that would lose some. */
const amount = (text: string): number =>
  // typed as what it stands for: it stringifies as the digits themselves
  text.length <= 15 ? Number(text) : (JSON.rawJSON(text) as unknown as number)

const withAmount = <A extends { readonly amount: string }>(value: A) => ({
  ...value,
  amount: amount(value.amount),
})

const lineJson = (line: ColorwayPreview["lines"][number]) => ({
  ...line,
  amount: amount(line.amount),
  variants: line.variants.map((variant) => ({
    ...variant,
    incumbent: variant.incumbent && withAmount(variant.incumbent),
  })),
})

/** The preview as its client reads it. */
export const previewJson = (preview: ColorwayPreview) => ({
  ...preview,
  lines: preview.lines.map(lineJson),
  future_records: preview.future_records.map(withAmount),
  incumbents: preview.incumbents.map(withAmount),
})

/** Encoded at once in some milliseconds; more goes a part at a time. */
const fewPairs = 5_000
const charactersATurn = 500_000

/** The JSON of a list an element at a time, with a turn for everybody else between some of them. */
const listInTurns = Effect.fnUntraced(function* <A>(list: ReadonlyArray<A>, toJson: (element: A) => unknown) {
  const texts: Array<string> = []
  let since = 0
  for (const each of list) {
    const text = JSON.stringify(toJson(each))
    texts.push(text)
    since += text.length
    if (since < charactersATurn) continue
    since = 0
    yield* Effect.yieldNow
  }
  return `[${texts.join(",")}]`
})

/** A preview's 200: a large one is encoded in turns, since all of it in one would keep every other caller waiting. */
export const previewAnswer = Effect.fnUntraced(function* (preview: ColorwayPreview) {
  const { variant_keys, lines, future_records, incumbents } = preview
  const pairs = variant_keys.length * (1 + lines.length) + future_records.length + incumbents.length
  if (pairs <= fewPairs) return ok(previewJson(preview))
  const start = JSON.stringify({
    ...preview,
    lines: undefined,
    future_records: undefined,
    incumbents: undefined,
  })
  const lists = [
    `"lines":${yield* listInTurns(lines, lineJson)}`,
    `"future_records":${yield* listInTurns(future_records, withAmount)}`,
    `"incumbents":${yield* listInTurns(incumbents, withAmount)}`,
  ]
  return HttpServerResponse.text(`${start.slice(0, -1)},${lists.join(",")}}`, {
    contentType: "application/json",
  })
})

/** The page as its client reads it. */
export const recordPageJson = (page: BatchRecordPage) => ({ ...page, items: page.items.map(withAmount) })

/** A 200 with a JSON body. */
export const ok = (body: unknown): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(body)
