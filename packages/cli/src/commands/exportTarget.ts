import type { ExportFormat } from "@hangtag/core"

/** Where an export goes and what it is. */
export interface ExportTarget {
  /** A path, or standard output; undefined for a file of the export's own name in the current folder. */
  readonly path: string | "stdout" | undefined
  readonly format: ExportFormat
  readonly gzip: boolean
}

const formatOf = (path: string): Pick<ExportTarget, "format" | "gzip"> | undefined => {
  const [, extension] = /\.(xlsx|csv|csv\.gz)$/i.exec(path) ?? []
  return extension === undefined
    ? undefined
    : { format: /^xlsx$/i.test(extension) ? "xlsx" : "csv", gzip: /gz$/i.test(extension) }
}

/** What `--output`, `--format` and `--gzip` ask for together; a sentence where that cannot be. */
export const exportTarget = (
  output: string | undefined,
  format: ExportFormat | undefined,
  gzip: boolean,
): ExportTarget | string => {
  if (output === undefined) return { path: output, format: format ?? (gzip ? "csv" : "xlsx"), gzip }
  if (output === "-") return { path: "stdout", format: format ?? "csv", gzip }
  if (output === "") return "--output is empty: name a file, or - for standard output"
  const named = formatOf(output)
  if (named === undefined) {
    return format === undefined
      ? `${output} has no ending that names its format: call the file .xlsx, .csv or .csv.gz, or add --format (-o is the output; the organization is --organization)`
      : { path: output, format, gzip }
  }
  if (format !== undefined && format !== named.format)
    return `--format ${format} and a file called ${output} do not agree: leave --format out, or call the file .${format}`
  if (gzip && !named.gzip) return `With --gzip the file is called .csv.gz, not ${output}`
  return { path: output, ...named }
}
