const scientific = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,4})$/
const maxExponent = 1000

/** A JSON number without its exponent and with all of its digits: `1.50e2` is `150`. Beyond 1,000 places as it came. */
export const plainNotation = (source: string): string => {
  const match = scientific.exec(source)
  if (match === null) return source
  const [, sign = "", whole = "", fraction = "", power = "0"] = match
  const exponent = Number(power)
  if (Math.abs(exponent) > maxExponent) return source
  const digits = whole + fraction
  const point = whole.length + exponent
  const padded = point <= 0 ? "0".repeat(1 - point) + digits : digits.padEnd(point, "0")
  const split = Math.max(point, 1)
  const integer = padded.slice(0, split).replace(/^0+(?=\d)/, "")
  return sign + integer + (padded.length > split ? `.${padded.slice(split)}` : "")
}
