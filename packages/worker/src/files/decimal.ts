const decimal = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Whether a text is a decimal as the export writes it: digits, maybe a fraction, maybe an exponent. */
export const isDecimal = (text: string): boolean => decimal.test(text)

/** Digits after the point as written; undefined for a number with an exponent. */
export const decimalScale = (text: string): number | undefined => {
  if (text.includes("e") || text.includes("E")) return undefined
  const point = text.indexOf(".")
  return point === -1 ? 0 : text.length - point - 1
}

const minus = 0x2d
const negativeZero = /^-[0.]+(?:[eE]|$)/

/**
 * Whether a double, of which spreadsheets keep 15 significant digits, gives this decimal back. A zero below zero they
 * do not have.
 */
export const fitsSpreadsheet = (text: string, scale: number | undefined): boolean => {
  if (text.charCodeAt(0) === minus && negativeZero.test(text)) return false
  if (text.length <= 15 && scale !== undefined) return true
  const [mantissa = ""] = text.split(/[eE]/, 1)
  const digits = mantissa.replace(/[-.]/g, "").replace(/^0+/, "")
  const size = Math.abs(Number(text))
  // Clear of subnormal doubles and of the largest number that Excel takes (9.99e307).
  return !/[1-9]/.test(digits.slice(15)) && (digits === "" || (size > 1e-300 && size < 1e300))
}
