/** What Excel accepts: "Excel specifications and limits", and ZIP without its 64-bit extension. */
export const excelLimits = {
  /** Rows of a sheet, the header among them. */
  rowsPerSheet: 1_048_576,
  columns: 16_384,
  /** UTF-16 units of a cell's text. */
  textLength: 32_767,
  /** Bytes of the file, and of one sheet before compression. */
  bytes: 0xffff_fffe,
} as const
