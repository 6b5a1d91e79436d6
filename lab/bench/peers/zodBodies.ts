// The bodies of the four operations in zod, giving the same values and the same 422. What a field may be (amounts,
// booleans, dates) is Hangtag's own leaf functions in all contenders: compared is what walks and words the rest.

import { z } from "zod"
import {
  isoFormatError,
  laxAmount,
  laxBoolean,
} from "../../../packages/http-adapter/src/validation/laxValues.ts"
import { Refusal, refuse } from "../../../packages/http-adapter/src/validation/Refusal.ts"

const lax = <A>(parse: (input: unknown) => A | Refusal) =>
  z.unknown().transform((input, context): A => {
    const parsed = input === undefined ? refuse("missing") : parse(input)
    if (!(parsed instanceof Refusal)) return parsed
    context.issues.push({ code: "custom", input, params: { refusal: parsed } })
    return z.NEVER
  })

/** The limits that the service has when nothing else is set. */
const maxItems = 100_000
const maxTextLength = 100_000
const isLong = (value: string): boolean => value.length > maxTextLength && [...value].length > maxTextLength

const boolean = lax(laxBoolean)
/** `check` and not `superRefine`, which makes a function at each call. */
const text = z.string().check(({ value, issues }) => {
  if (!isLong(value)) return
  const refusal = refuse("string_too_long", { max_length: maxTextLength })
  issues.push({ code: "custom", input: value, params: { refusal } })
})
const list = <S extends z.ZodType>(element: S) => z.array(element).max(maxItems)
const orNull = <S extends z.ZodType>(schema: S) => schema.nullable().default(null)
const effectiveFrom = text.check(({ value, issues }) => {
  const error = isoFormatError(value)
  if (error === undefined) return
  const refusal = refuse("datetime_from_date_parsing", { error })
  issues.push({ code: "custom", input: value, params: { refusal } })
})

export const zodBodies = {
  "colorway-prefill": z.object({
    product_key: text,
    color: text,
    lines: list(
      z.object({ price_type: text, amount: lax(laxAmount), effective_from: effectiveFrom }),
    ).default([]),
  }),
  "export-async": z.object({
    product_keys: list(text),
    column_mappings: orNull(
      list(
        z.object({
          column_name: text,
          source_field: text,
          sub_field: orNull(text),
          use_label: boolean.prefault(false),
        }),
      ),
    ),
    export_format: z.enum(["xlsx", "csv"]).default("xlsx"),
    export_mode: z.enum(["column_based", "attribute_rows"]).default("column_based"),
    filter_by_label: boolean.prefault(false),
    filter_latest_version: boolean.prefault(false),
    label_keys: orNull(list(text)),
    source_filter: orNull(list(text)),
  }),
  "add-records-by-variants": z.object({ variant_keys: list(text), price_types: orNull(list(text)) }),
  "crawl-discoveries": z.object({ selected: boolean }),
}

const words: Readonly<Record<string, readonly [type: string, msg: string]>> = {
  string: ["string_type", "Input should be a valid string"],
  array: ["list_type", "Input should be a valid list"],
  object: ["model_attributes_type", "Input should be a valid dictionary or object to extract fields from"],
}

/** The list of a 422 from zod's issues; what stood there is looked up by path, since zod leaves it out. */
const detailOf = (error: z.ZodError, raw: unknown) =>
  error.issues.map((issue) => {
    const parent = issue.path
      .slice(0, -1)
      .reduce((value: unknown, key) => Reflect.get(Object(value), key), raw)
    const last = issue.path.at(-1)
    const input = last === undefined ? raw : Reflect.get(Object(parent), last)
    const loc = ["body", ...issue.path]
    if (input === undefined) return { type: "missing", loc, msg: "Field required", input: parent }
    if (issue.code === "custom" && issue.params?.refusal instanceof Refusal) {
      const { type, msg, ctx } = issue.params.refusal
      return ctx === undefined ? { type, loc, msg, input } : { type, loc, msg, input, ctx }
    }
    const [type, msg] = (issue.code === "invalid_type" && words[issue.expected]) || [
      "value_error",
      issue.message,
    ]
    return { type, loc, msg, input }
  })

/** Refuses what is no UTF-8, as the service does. */
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** The decoded body, or the text of the 422. */
export const zodDecoder = (operation: keyof typeof zodBodies) => {
  const schema = zodBodies[operation]
  return (body: Buffer): unknown => {
    const raw: unknown = JSON.parse(utf8.decode(body))
    const result = schema.safeParse(raw)
    return result.success ? result.data : JSON.stringify({ detail: detailOf(result.error, raw) })
  }
}
