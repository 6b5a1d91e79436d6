// The bodies of the four operations in TypeBox, compiled: whether a body is right, and where it is not. It converts
// nothing and words nothing, so it does less than the others.

import Type, { type TSchema } from "typebox"
import { Compile } from "typebox/compile"
import { Settings } from "typebox/system"
import {
  isoFormatError,
  laxAmount,
  laxBoolean,
} from "../../../packages/http-adapter/src/validation/laxValues.ts"
import { Refusal } from "../../../packages/http-adapter/src/validation/Refusal.ts"

Settings.Set({ maxErrors: 10_000 })

const lax = (parse: (input: unknown) => unknown) =>
  Type.Refine(Type.Unknown(), (value) => !(parse(value) instanceof Refusal))
/** The limits that the service has when nothing else is set; TypeBox counts what people see as one character. */
const limits = { maxItems: 100_000, maxLength: 100_000 }
const text = Type.String({ maxLength: limits.maxLength })
const list = <S extends TSchema>(element: S) => Type.Array(element, { maxItems: limits.maxItems })
const texts = list(text)
const orNull = <S extends TSchema>(schema: S) => Type.Optional(Type.Union([schema, Type.Null()]))

const schemas = {
  "colorway-prefill": Type.Object({
    product_key: text,
    color: text,
    lines: Type.Optional(
      list(
        Type.Object({
          price_type: text,
          amount: lax(laxAmount),
          effective_from: Type.Refine(text, (value) => isoFormatError(value) === undefined),
        }),
      ),
    ),
  }),
  "export-async": Type.Object({
    product_keys: texts,
    column_mappings: orNull(
      list(
        Type.Object({
          column_name: text,
          source_field: text,
          sub_field: orNull(text),
          use_label: Type.Optional(lax(laxBoolean)),
        }),
      ),
    ),
    export_format: Type.Optional(Type.Union([Type.Literal("xlsx"), Type.Literal("csv")])),
    export_mode: Type.Optional(Type.Union([Type.Literal("column_based"), Type.Literal("attribute_rows")])),
    filter_by_label: Type.Optional(lax(laxBoolean)),
    filter_latest_version: Type.Optional(lax(laxBoolean)),
    label_keys: orNull(texts),
    source_filter: orNull(texts),
  }),
  "add-records-by-variants": Type.Object({ variant_keys: texts, price_types: orNull(texts) }),
  "crawl-discoveries": Type.Object({ selected: lax(laxBoolean) }),
}

/** Refuses what is no UTF-8, as the service does. */
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** The parsed body, or the text of TypeBox's own errors. */
export const typeBoxDecoder = (operation: keyof typeof schemas) => {
  const validator = Compile(schemas[operation])
  return (body: Buffer): unknown => {
    const raw: unknown = JSON.parse(utf8.decode(body))
    return validator.Check(raw) ? raw : JSON.stringify(validator.Errors(raw))
  }
}
