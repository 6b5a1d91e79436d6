import type { Case } from "../../kernel/rules/decisionTable.cases.ts"
import type { Adjustment, Rounding } from "../PriceAdjustment.ts"

export interface AdjustGiven {
  readonly amount: string
  readonly adjust: Adjustment
  /** `mode` is `half_up` unless told. */
  readonly round?: Partial<Rounding>
}

const percent = (amount: string, by: string, round?: Partial<Rounding>): AdjustGiven => ({
  amount,
  adjust: { percent: by },
  ...(round && { round }),
})
const none = { percent: "0" }
const rounding = (amount: string, round: Partial<Rounding>): AdjustGiven => ({ amount, adjust: none, round })

/** The adjusted amount, or `refused`. */
export const adjustAmountCases: ReadonlyArray<Case<AdjustGiven, string>> = [
  {
    name: "five percent less",
    given: percent("149.95", "-5"),
    expect: "142.4525",
    why: "Nothing is rounded that nobody asked for.",
  },
  {
    name: "five percent more",
    given: percent("100.00", "+5"),
    expect: "105.00",
    why: "It has as many places as the price.",
  },
  {
    name: "a third of a percent",
    given: percent("30", "0.333"),
    expect: "30.0999",
    why: "Every digit of a decimal counts.",
  },
  {
    name: "what doubles get wrong",
    given: percent("1.15", "10"),
    expect: "1.265",
    why: "1.15 × 1.1 is 1.2649999999999999 in binary floating point, and 1.265.",
  },
  {
    name: "twenty digits",
    given: percent("12345678901234567890.05", "-50"),
    expect: "6172839450617283945.025",
    why: "No digit is lost, however many there are.",
  },
  { name: "everything", given: percent("80", "-100"), expect: "0", why: "A price may be zero." },
  {
    name: "more than everything",
    given: percent("80", "-100.1"),
    expect: "refused",
    why: "No price is below zero.",
  },
  { name: "zero percent", given: percent("19.950", "0"), expect: "19.950", why: "The price as it was." },
  {
    name: "ten less",
    given: { amount: "149.95", adjust: { amount: "-10.00" } },
    expect: "139.95",
    why: "An amount is added, or taken away.",
  },
  {
    name: "ten more",
    given: { amount: "149.95", adjust: { amount: "10" } },
    expect: "159.95",
    why: "A sign is not needed.",
  },
  {
    name: "finer than the price",
    given: { amount: "5", adjust: { amount: "0.125" } },
    expect: "5.125",
    why: "The places that are needed are there.",
  },
  {
    name: "all of it",
    given: { amount: "9.90", adjust: { amount: "-9.9" } },
    expect: "0.00",
    why: "What is left is nothing, to the cent.",
  },
  {
    name: "more than there is",
    given: { amount: "9.90", adjust: { amount: "-9.91" } },
    expect: "refused",
    why: "A price below zero is a mistake in the list.",
  },
  {
    name: "below zero, then rounded up",
    given: { amount: "9.90", adjust: { amount: "-10" }, round: { to: "1", mode: "up" } },
    expect: "refused",
    why: "Rounding does not hide it.",
  },
  {
    name: "one price for all",
    given: { amount: "149.95", adjust: { set: "139.950" } },
    expect: "139.950",
    why: "As it was written.",
  },
  {
    name: "one price, rounded",
    given: { amount: "1", adjust: { set: "139.93" }, round: { to: "0.05" } },
    expect: "139.95",
    why: "What is set is rounded as everything else.",
  },
  {
    name: "to five cents",
    given: percent("149.95", "-5", { to: "0.05" }),
    expect: "142.45",
    why: "142.4525 is nearest to it.",
  },
  {
    name: "half way up",
    given: rounding("0.125", { to: "0.05", mode: "half_up" }),
    expect: "0.15",
    why: "As near to 0.10 as to 0.15: the greater.",
  },
  {
    name: "just below half way",
    given: rounding("0.1249999999999999999", { to: "0.05" }),
    expect: "0.10",
    why: "However near it is.",
  },
  {
    name: "half a cent",
    given: rounding("1.005", { to: "0.01" }),
    expect: "1.01",
    why: "As a double 1.005 is less than it is, and gives 1.00.",
  },
  {
    name: "up",
    given: rounding("142.4001", { to: "0.05", mode: "up" }),
    expect: "142.45",
    why: "The next that is not below.",
  },
  {
    name: "up from where it is",
    given: rounding("142.40", { to: "0.05", mode: "up" }),
    expect: "142.40",
    why: "It is a multiple already.",
  },
  {
    name: "down",
    given: rounding("142.4999", { to: "0.05", mode: "down" }),
    expect: "142.45",
    why: "The next that is not above.",
  },
  {
    name: "to whole ones",
    given: rounding("142.50", { to: "1" }),
    expect: "143",
    why: "As many places as what it is rounded to.",
  },
  {
    name: "to hundreds",
    given: rounding("1449.99", { to: "100" }),
    expect: "1400",
    why: "Multiples of anything above zero.",
  },
  {
    name: "to a step of no round number",
    given: rounding("10", { to: "0.3", mode: "up" }),
    expect: "10.2",
    why: "34 × 0.3.",
  },
  {
    name: "an ending",
    given: rounding("142.4525", { ending: "0.95" }),
    expect: "142.95",
    why: "The nearest that ends so.",
  },
  {
    name: "an ending, half way",
    given: rounding("142.45", { ending: "0.95" }),
    expect: "142.95",
    why: "As near to 141.95 as to 142.95: the greater.",
  },
  {
    name: "an ending, up",
    given: rounding("142.96", { ending: "0.95", mode: "up" }),
    expect: "143.95",
    why: "The next that ends so.",
  },
  {
    name: "an ending, down",
    given: rounding("142.94", { ending: "0.95", mode: "down" }),
    expect: "141.95",
    why: "The one before.",
  },
  {
    name: "an ending of two digits and cents",
    given: rounding("142.45", { ending: "9.95" }),
    expect: "139.95",
    why: "139.95 and 149.95 end so, 142.95 does not; as a policy's endings say it.",
  },
  {
    name: "an ending that no price has",
    given: rounding("0.40", { ending: "0.95", mode: "down" }),
    expect: "refused",
    why: "Below 0.95 no price ends so.",
  },
  {
    name: "the nearest ending of a small price",
    given: rounding("0.10", { ending: "0.95" }),
    expect: "0.95",
    why: "Prices below zero are none, however near.",
  },
  {
    name: "an ending among multiples",
    given: rounding("142.47", { to: "0.05", ending: "0.95", mode: "down" }),
    expect: "141.95",
    why: "Every amount that ends so is a multiple of 0.05.",
  },
  {
    name: "an ending that is no multiple",
    given: rounding("142.47", { to: "0.10", ending: "0.95" }),
    expect: "refused",
    why: "No amount is both: somebody has to say which is meant.",
  },
  {
    name: "4.95 and 9.95",
    given: rounding("142.45", { to: "5", ending: "4.95" }),
    expect: "144.95",
    why: "139.95 and 144.95 are 4.95 and fives more: both are 2.50 away, the greater is taken.",
  },
  {
    name: "4.95 and 9.95, down",
    given: rounding("142.45", { to: "5", ending: "4.95", mode: "down" }),
    expect: "139.95",
    why: "139.95 is 4.95 and 27 fives.",
  },
  {
    name: "an ending every twenty",
    given: rounding("142.45", { to: "20", ending: "9.95" }),
    expect: "149.95",
    why: "129.95 and 149.95: an ending below its steps, however great they are.",
  },
  {
    name: "an ending in steps of less than one",
    given: rounding("142.40", { to: "0.50", ending: "0.45" }),
    expect: "142.45",
    why: "141.95, 142.45 and 142.95 are 0.45 and halves more.",
  },
  {
    name: "an ending that is not below its steps",
    given: rounding("142.45", { to: "5", ending: "9.95" }),
    expect: "refused",
    why: "144.95 would not end in 9.95, and 149.95 is ten from 139.95: the caller says which is meant.",
  },
  {
    name: "a whole ending among multiples",
    given: rounding("142.45", { to: "0.05", ending: "0", mode: "up" }),
    expect: "143",
    why: "Every whole amount is a multiple of 0.05: the ending decides.",
  },
  {
    name: "no cents, in steps of five",
    given: rounding("142.45", { to: "5", ending: "0" }),
    expect: "140",
    why: "The multiples of five.",
  },
  {
    name: "neither multiples nor an ending, without a currency",
    given: rounding("142.47", { mode: "up" }),
    expect: "refused",
    why: "Nothing says how many digits a price has there: the caller says to what.",
  },
]
