/** The letters of a column, counted from 0: A, B, …, Z, AA, …, XFD. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}
