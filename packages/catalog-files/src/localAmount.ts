/** What separates fractions, and groups of digits, in amounts; and how many digits the last group has, and those before. */
export interface AmountForm {
  readonly decimal: string
  readonly group: string
  readonly digits: readonly [last: number, others: number]
}

/** How amounts are written in a language or country; undefined where it is none that is known. */
export const amountForm = (locale: string): AmountForm | undefined => {
  try {
    // of another language than those that are known, amounts would be those of this machine's
    if (Intl.NumberFormat.supportedLocalesOf(locale).length === 0) return undefined
    const parts = new Intl.NumberFormat(locale, { useGrouping: "always" }).formatToParts(1_234_567_890.5)
    const part = (type: string) => parts.find((each) => each.type === type)?.value
    const groups = parts.filter(({ type }) => type === "integer").map(({ value }) => value.length)
    return {
      decimal: part("decimal") ?? ".",
      group: part("group") ?? ",",
      digits: [groups.at(-1) ?? 3, groups.at(-2) ?? 3],
    }
  } catch {
    return undefined
  }
}

/** Spaces and apostrophes are typed in more ways than they are printed. */
const alike = (text: string) => text.replaceAll(/[\u00A0\u202F\u2009]/g, " ").replaceAll("’", "'")

/** The amount as a plain decimal; undefined where it is not written so. */
export const localAmount = (text: string, { decimal, group, digits }: AmountForm): string | undefined => {
  const [whole = "", fraction, ...more] = alike(text).split(decimal)
  const groups = whole.split(alike(group))
  const isGrouped =
    groups.length === 1 ||
    groups.every(({ length }, at) => {
      const most = at === groups.length - 1 ? digits[0] : digits[1]
      return at === 0 ? length <= most : length === most
    })
  const isAmount =
    more.length === 0 && isGrouped && /^\d+$/.test(groups.join("")) && /^\d+$/.test(fraction ?? "0")
  return isAmount ? groups.join("") + (fraction === undefined ? "" : `.${fraction}`) : undefined
}
