/** What separates fractions, and groups of digits, in amounts. */
export interface AmountForm {
  readonly decimal: string
  readonly group: string
}

/** How amounts are written in a language or country; undefined where it is none. */
export const amountForm = (locale: string): AmountForm | undefined => {
  try {
    const parts = new Intl.NumberFormat(locale, { useGrouping: "always" }).formatToParts(1_234_567.5)
    const part = (type: string) => parts.find((each) => each.type === type)?.value
    return { decimal: part("decimal") ?? ".", group: part("group") ?? "," }
  } catch {
    return undefined
  }
}

/** Spaces and apostrophes are typed in more ways than they are printed. */
const alike = (text: string) => text.replaceAll(/[\u00A0\u202F\u2009]/g, " ").replaceAll("’", "'")

/** The amount as a plain decimal; undefined where it is not written so. */
export const localAmount = (text: string, { decimal, group }: AmountForm): string | undefined => {
  const [whole = "", fraction, ...more] = alike(text).split(decimal)
  const groups = whole.split(alike(group))
  const isGrouped =
    groups.length === 1 ||
    (/^\d{1,3}$/.test(groups[0] ?? "") && groups.slice(1).every((each) => /^\d{3}$/.test(each)))
  const isAmount =
    more.length === 0 && isGrouped && /^\d+$/.test(groups.join("")) && /^\d+$/.test(fraction ?? "0")
  return isAmount ? groups.join("") + (fraction === undefined ? "" : `.${fraction}`) : undefined
}
