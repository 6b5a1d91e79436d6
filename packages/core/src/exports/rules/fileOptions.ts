import type { InvalidField } from "../../kernel/errors.ts"
import { errorFault } from "../../kernel/faults.ts"
import { unicodeFaults } from "../../kernel/storable.ts"
import type { ExportFormat, ExportRequest, FileOptions } from "../ExportRequest.ts"

const atMost = { file_name: 200, list_separator: 20 } as const

/** The format that has a use for the option; the others serve both. */
const formatOf: Partial<Readonly<Record<keyof FileOptions, ExportFormat>>> = {
  csv_delimiter: "csv",
  csv_decimal: "csv",
  csv_bom: "csv",
  csv_formula_guard: "csv",
  gzip: "csv",
  about_sheet: "xlsx",
}

/** The extension of what is written. */
export const fileExtension = ({
  export_format,
  file_options,
}: Pick<ExportRequest, "export_format" | "file_options">) =>
  export_format === "csv" && file_options?.gzip ? "csv.gz" : export_format

/** A name without the extensions of export files. */
const stemOf = (name: string): string => name.replace(/(?:\.xlsx|\.csv(?:\.gz)?|\.gz)$/i, "")

// What Windows, or a shell, takes for something else; controls, and marks that turn the letters behind them around.
const forbidden = /[<>:"/\\|?*\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

const nameFault = (name: string): string | undefined => {
  const stem = stemOf(name)
  if (stem === "" || stem !== stem.trim() || /^\.|\.$/.test(stem))
    return "a file name has no blank or point at either end, and more than its extension"
  if (forbidden.test(name)) return 'a file name has none of <>:"/\\|?*, and no control characters'
  if (device.test(stem)) return `Windows has a device of the name ${stem}: take another one`
  return name.length > atMost.file_name
    ? `a file name has at most ${atMost.file_name} characters, and this one ${name.length}`
    : undefined
}

/** Control characters, but for tabs and ends of lines. */
const controls = /(?![\t\n\r])\p{Cc}/u

const separatorFault = (text: string): string | undefined => {
  const { length } = text
  if (length < 1 || length > atMost.list_separator)
    return `a list_separator has 1 to ${atMost.list_separator} characters, and this one ${length}`
  return controls.test(text)
    ? "a list_separator has no control characters, but for tabs and ends of lines"
    : undefined
}

/** What is wrong with a request's file options, each at its place; what they are of is checked elsewhere. */
export const fileOptionFaults = ({
  export_format,
  file_options,
}: Pick<ExportRequest, "export_format" | "file_options">): ReadonlyArray<InvalidField> => {
  const options = file_options ?? {}
  const { list_separator = null, file_name = null } = options
  const fault = (name: keyof FileOptions, error: string | undefined): ReadonlyArray<InvalidField> =>
    error === undefined ? [] : [errorFault(["file_options", name], options[name], error)]
  const useless = Object.entries(formatOf).flatMap(([key, format]) => {
    const name = key as keyof FileOptions
    const asks = options[name] !== undefined && options[name] !== null && options[name] !== false
    return asks && format !== export_format
      ? fault(name, `${name} is for ${format} files: leave it out, or set export_format to ${format}`)
      : []
  })
  const halves = (["list_separator", "file_name"] as const).flatMap((name) =>
    unicodeFaults(["file_options", name], options[name] ?? ""),
  )
  return [
    ...useless,
    ...halves,
    ...fault("list_separator", list_separator === null ? undefined : separatorFault(list_separator)),
    ...fault("file_name", file_name === null ? undefined : nameFault(file_name)),
  ]
}

/** How the file is called: as asked for, else by the stem given, with the extension of what it is. */
export const exportFileName = (
  request: Pick<ExportRequest, "export_format" | "file_options">,
  stem: string,
): string => `${stemOf(request.file_options?.file_name ?? stem)}.${fileExtension(request)}`
