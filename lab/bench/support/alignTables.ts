const cellsOf = (line: string): Array<string> =>
  line
    .slice(1, line.lastIndexOf("|"))
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

const isRule = (cell: string): boolean => /^:?-+:?$/.test(cell)

const padded = (cell: string, width: number, toRight: boolean): string =>
  isRule(cell)
    ? toRight
      ? `${"-".repeat(width - 1)}:`
      : "-".repeat(width)
    : toRight
      ? cell.padStart(width)
      : cell.padEnd(width)

const align = (lines: ReadonlyArray<string>): string => {
  const rows = lines.map(cellsOf)
  const widths = rows[0]!.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)))
  const toRight = rows[1]!.map((rule) => rule.endsWith(":"))
  return rows
    .map(
      (row) =>
        `| ${row.map((cell, column) => padded(cell, widths[column] ?? 3, toRight[column] ?? false)).join(" | ")} |`,
    )
    .join("\n")
}

/** Markdown with the columns of its tables in line, to be read and compared as it is. */
export const alignTables = (markdown: string): string =>
  markdown.replace(/^\|.*\|\n\|[ :|-]+\|(?:\n\|.*\|)*$/gm, (tableText) => align(tableText.split("\n")))
