import type { BatchRecordPage, ColorwayPreview } from "@hangtag/core"
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

/** The preview as its client reads it. */
export const previewJson = (preview: ColorwayPreview) => ({
  ...preview,
  lines: preview.lines.map((line) => ({
    ...line,
    amount: amount(line.amount),
    variants: line.variants.map((variant) => ({
      ...variant,
      incumbent: variant.incumbent && withAmount(variant.incumbent),
    })),
  })),
  future_records: preview.future_records.map(withAmount),
  incumbents: preview.incumbents.map(withAmount),
})

/** The page as its client reads it. */
export const recordPageJson = (page: BatchRecordPage) => ({ ...page, items: page.items.map(withAmount) })

/** A 200 with a JSON body. */
export const ok = (body: unknown): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(body)
