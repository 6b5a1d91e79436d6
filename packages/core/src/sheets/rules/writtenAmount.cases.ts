import type { Case } from "../../kernel/rules/decisionTable.cases.ts"

export interface WrittenAmountGiven {
  readonly text: string
  /** USD unless given. */
  readonly currency?: string | null
  readonly decimal_mark?: "." | ","
}

const row = (
  text: string,
  expect: string,
  why: string,
  given: Omit<WrittenAmountGiven, "text"> = {},
): Case<WrittenAmountGiven, string> => ({
  name: [JSON.stringify(text), ...Object.values(given).map(String)].join(" "),
  given: { text, ...given },
  expect,
  why,
})

const inTwoWays = "Nothing says whether it separates a fraction or thousands."

/** The amount, `end`, `nothing`, or `refused` and how it goes on. */
export const writtenAmountCases: ReadonlyArray<Case<WrittenAmountGiven, string>> = [
  row("139.95", "139.95", "As programs write it."),
  row("139,95", "139.95", "Two digits are a fraction, whatever separates them."),
  row("90.750", "refused: can be read as 90.750 or 90750: write 90.75 or 90750", inTwoWays),
  row("1,299", "refused: can be read as 1.299 or 1299: write 1.2990 or 1299", inTwoWays),
  row("1.299", "refused: can be read as 1.299 or 1299", inTwoWays),
  row("1,299", "1299", "The sheet's own mark is the other one.", { decimal_mark: "." }),
  row("1,299", "1.299", "It is the sheet's own mark.", { decimal_mark: "," }),
  row("1,299", "refused: can be read as 1.299 or 1299", inTwoWays, { currency: null }),
  row("12.345", "12.345", "The currency has three digits.", { currency: "KWD" }),
  row("12,345", "12.345", "The same, whatever separates them.", { currency: "KWD" }),
  row("KWD 31.250", "31.250", "The same with its code.", { currency: "KWD" }),
  row("1,299,000", "1299000", "A number has one fraction, in every currency.", { currency: "KWD" }),
  row("1,299.500", "1299.500", "Of two kinds the last one separates the fraction.", { currency: "KWD" }),
  row("12,345", "12345", "The sheet's own mark is the other one.", { currency: "KWD", decimal_mark: "." }),
  row("16,000", "16000", "The currency has no fractions.", { currency: "JPY" }),
  row("16.000", "16000", "The same, whatever separates them.", { currency: "JPY" }),
  row("¥16,000", "16000", "The same with its sign.", { currency: "JPY" }),
  row("16.5", "16.5", "No group: what it is said to be, which is warned of.", { currency: "JPY" }),
  row("16,000", "16.000", "It is the sheet's own mark.", { currency: "JPY", decimal_mark: "," }),
  row("1299,000", "1299.000", "Four digits are no group."),
  row("0,299", "0.299", "No group begins with zero."),
  row("1,299.00", "1299.00", "Of two kinds the last one separates the fraction."),
  row("1.299,00", "1299.00", "The same in German."),
  row("1 299,00", "1299.00", "The same in French."),
  row("1\u202F299,00", "1299.00", "The same with a space that does not break, as programs write it."),
  row("1'299.00", "1299.00", "The same in Switzerland."),
  row("1,299,000", "1299000", "A number has one fraction."),
  row("1,29,900", "refused: is no amount", "Groups have three digits."),
  row("1.299.00", "refused: is no amount", "The last group has three digits too."),
  row(".95", "0.95", "Some leave the zero out."),
  row("140.", "refused: is no amount", "It is not finished."),
  row("00140", "00140", "Zeros in front say nothing."),
  row("0", "0", "Something may cost nothing; the policy warns of it."),
  row("$139.95", "139.95", "The sign of the list's currency."),
  row("139,95 €", "139.95", "The same behind it.", { currency: "EUR" }),
  row("₱1,299.50", "1299.50", "Any currency's sign that Intl knows.", { currency: "PHP" }),
  row("1 299,50 ₸", "1299.50", "The same behind it.", { currency: "KZT" }),
  row("C$139.95", "139.95", "A sign that is one currency's own, and used of another.", { currency: "NIO" }),
  row("C$139.95", "139.95", "A sign that is one currency's own, and used of another.", { currency: "CAD" }),
  row("EUR 139.95", "139.95", "Its code.", { currency: "EUR" }),
  row("CHF 1'299.00", "1299.00", "Its code, and groups.", { currency: "CHF" }),
  row("€139.95", "refused: says €, and the price list is in USD", "Another currency is another price."),
  row(
    "$139.95",
    "refused: says $, and the price list has no currency yet",
    "Nothing says that it is meant.",
    {
      currency: null,
    },
  ),
  row("(5)", "refused: is below zero", "How accountants write a negative amount."),
  row("-5", "refused: is below zero", "There is no such price."),
  row("119,-", "119.00", "No cents, as price tags in Europe have it."),
  row("119.–", "119.00", "The same in Switzerland."),
  row("1.299,-- €", "1299.00", "The same with groups and a sign.", { currency: "EUR" }),
  row("119,-5", "refused: is no amount", "A sign within an amount says nothing."),
  row("119-", "refused: is below zero", "How programs write a negative amount."),
  row("+5", "refused: is no amount", "It may be meant as a difference."),
  row(
    "1e2",
    "refused: is written with an exponent",
    "People do not write amounts so, programs do by mistake.",
  ),
  row("10%", "refused: is a percentage", "A sheet has amounts, and no rules."),
  row("-10 %", "refused: is a percentage", "The same."),
  row("", "nothing", "Leaves the price as it is."),
  row("   ", "nothing", "The same, though a space was typed."),
  row("'139.95", "139.95", "A spreadsheet's sign that it is a text."),
  row("End", "end", "Removing a price is a word."),
  row("1.2990", "1.2990", "Four digits are no group: what a question asks for is no question again."),
  row("-", "refused: is a dash", "It may be meant as nothing, or as no price."),
  row("n/a", "refused: is no amount", "A note is no amount."),
  row("139.95 net", "refused: is no amount", "The same."),
  row("=139.95", "refused: is no amount", "A formula is its program's to compute."),
  row("１３９", "refused: is no amount", "Digits are those of ASCII."),
  row("9".repeat(61), "refused: is too long", "It is a mistake."),
]
