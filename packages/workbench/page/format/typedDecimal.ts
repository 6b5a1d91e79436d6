const thousands = /^([+-]?)(\d{1,3}(?:[ '’.,]\d{3})+|\d*)(?:([.,])(\d*))?$/
const twoWays = /^[+-]?\d{1,3},\d{3}$/

/** Without what stands around a number: spaces, a currency's sign or code, a typographic minus. */
const bare = (text: string): string =>
  text
    .replace(/[\s\u00a0\u202f]/g, " ")
    .replace("−", "-")
    .replace(/\p{Sc}|\b[A-Z]{3}\b/u, "")
    .trim()

/**
 * A number as people write it, as digits with a point: `1,234.50`, `1.234,50`, `1 234,5`, `139,95 €`, `.95`, `+4`. None where
 * it is no number, or where it can be read in two ways.
 */
export const typedDecimal = (text: string): string | undefined => {
  const typed = bare(text)
  const [, sign, whole = "", point, fraction = ""] = thousands.exec(typed) ?? []
  if (sign === undefined || whole + fraction === "" || twoWays.test(typed)) return undefined
  const groups = whole.match(/\D/g) ?? []
  // 1.234 is an amount of three decimals, as it is everywhere else
  if (groups.length === 1 && groups[0] === "." && point === undefined)
    return `${sign.replace("+", "")}${whole}`
  if (groups.some((each) => each !== groups[0] || each === point)) return undefined
  const digits = whole.replace(/\D/g, "") || "0"
  return `${sign.replace("+", "")}${digits}${fraction && `.${fraction}`}`
}

/** What is wrong with what was typed, with an example of what is not. */
export const decimalFault = (text: string, example: string): string | undefined => {
  if (typedDecimal(text) !== undefined) return undefined
  const typed = bare(text)
  return twoWays.test(typed)
    ? `Write ${typed.replace(",", "")} or ${typed.replace(",", ".")}: this can be read as both`
    : `Write it like ${example}`
}
