import type { ColumnMapping } from "@hangtag/core"

const written = /^((?:\\.|[^\\=])+)=((?:\\.|[^\\:])+)(?::(.+))?$/s

const unescaped = (text: string): string => text.replace(/\\([\\=:])/g, "$1")

/**
 * Reads `NAME=FIELD` or `NAME=FIELD:SUB_FIELD`, such as `MAP=price:MAP`; a backslash before `=`, `:` or another one makes
 * it a character of the name or field. Undefined for any other text.
 */
export const exportColumn = (text: string): ColumnMapping | undefined => {
  const [, name, field, sub_field] = written.exec(text) ?? []
  return name === undefined || field === undefined
    ? undefined
    : {
        column_name: unescaped(name),
        source_field: unescaped(field),
        sub_field: sub_field === undefined ? null : unescaped(sub_field),
        use_label: true,
      }
}
