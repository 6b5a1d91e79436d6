import { type ExportShape, exportHeader } from "./exportRows.ts"

/** What a column's cells are, as far as it is known before they are read: of an attribute nothing is. */
export type ColumnKind = "text" | "number" | "price" | "date-time" | "any"

const builtIn: Readonly<Record<string, ColumnKind>> = {
  version: "number",
  updated_at: "date-time",
  price: "price",
  price_effective_from: "date-time",
}

/** The kinds of the columns that `exportHeader` names. */
export const columnKinds = (shape: ExportShape): ReadonlyArray<ColumnKind> =>
  shape.mode === "attribute_rows"
    ? exportHeader(shape).map((name) => (name.startsWith("value") ? "any" : "text"))
    : shape.columns.map(({ source }) =>
        source.kind === "attribute" ? "any" : (builtIn[source.field] ?? "text"),
      )
