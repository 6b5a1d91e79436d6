import type { Amount } from "../Amount.ts"

/** An amount without zeros that say nothing: `10` for `10.00`. */
export const shortestAmount = (amount: Amount): Amount => {
  const [whole = "", fraction = ""] = amount.split(".")
  let digits = fraction.length
  while (digits > 0 && fraction[digits - 1] === "0") digits--
  const units = whole.replace(/^0+(?=\d)/, "")
  return digits === 0 ? units : `${units}.${fraction.slice(0, digits)}`
}
