import {
  ColorwayChangeResult,
  ColorwayPreview,
  PairTimeline,
  type PriceChangeResult,
  PriceTimeline,
} from "@hangtag/core"
import { previewJson, wireJson } from "@hangtag/core/adapter"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"

const lists = ColorwayPreview.fields
const lineJson = wireJson(lists.lines.value)
const futureRecordJson = wireJson(lists.future_records.value)
const incumbentJson = wireJson(lists.incumbents.value)
const warningJson = wireJson(lists.warnings.value)
const returnJson = wireJson(lists.returns.value)
const timelineJson = wireJson(PriceTimeline)
const pairJson = wireJson(PairTimeline)
const colorwayChangeJson = wireJson(ColorwayChangeResult)

/** Encoded at once in some milliseconds; more goes a part at a time. */
const fewPairs = 5_000
const charactersATurn = 150_000

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
  const { variant_keys, lines, future_records, incumbents, warnings } = preview
  const pairs = variant_keys.length * (1 + lines.length) + future_records.length + incumbents.length
  if (pairs <= fewPairs) return ok(previewJson(preview))
  const start = JSON.stringify({
    ...preview,
    returns: preview.returns.map(returnJson),
    lines: undefined,
    future_records: undefined,
    incumbents: undefined,
    warnings: undefined,
  })
  const lists = [
    `"lines":${yield* listInTurns(lines, lineJson)}`,
    `"future_records":${yield* listInTurns(future_records, futureRecordJson)}`,
    `"incumbents":${yield* listInTurns(incumbents, incumbentJson)}`,
    `"warnings":${yield* listInTurns(warnings, warningJson)}`,
  ]
  return jsonText(`${start.slice(0, -1)},${lists.join(",")}}`)
})

/** A timeline's 200, in turns too. */
export const timelineAnswer = Effect.fnUntraced(function* (timeline: PriceTimeline) {
  const { pairs, ...others } = timeline
  const prices = pairs.reduce((sum, { segments, drafts }) => sum + segments.length + drafts.length, 0)
  if (prices <= fewPairs) return ok(timelineJson(timeline))
  const start = JSON.stringify(others)
  return jsonText(`${start.slice(0, -1)},"pairs":${yield* listInTurns(pairs, pairJson)}}`)
})

/** A price change's 200, in turns too. */
export const priceChangeAnswer = Effect.fnUntraced(function* ({ colorways, ...others }: PriceChangeResult) {
  const start = JSON.stringify(others)
  return jsonText(`${start.slice(0, -1)},"colorways":${yield* listInTurns(colorways, colorwayChangeJson)}}`)
})

const jsonText = (text: string) => HttpServerResponse.text(text, { contentType: "application/json" })

/** A 200 with a JSON body. */
export const ok = (body: unknown): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(body)
