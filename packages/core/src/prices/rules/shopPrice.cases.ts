import type { Case } from "../../kernel/rules/decisionTable.cases.ts"

/** What a shop shows of one variant's `PRICE`, import after import. */
export interface ShopGiven {
  /** The brand's; UTC unless given. */
  readonly time_zone?: string
  /** `MOMENT AMOUNT`, with `from EFFECTIVE_FROM` after it where that is given, or `MOMENT nothing`, which is pruned. */
  readonly shows: ReadonlyArray<string>
  /** Moments at which the price in force is asked for in the end. */
  readonly asked: ReadonlyArray<string>
}

/** What each import did, and the amount in force at each moment asked for. */
interface Expect {
  readonly told: ReadonlyArray<"new" | "unchanged" | "withdrawn">
  readonly in_force: ReadonlyArray<string>
}

const [may, june, july, august, december] = [
  "2026-05-01T00:00:00Z",
  "2026-06-01T00:00:00Z",
  "2026-07-01T00:00:00Z",
  "2026-08-01T00:00:00Z",
  "2026-12-01T00:00:00Z",
] as const

export const shopPriceCases: ReadonlyArray<Case<ShopGiven, Expect>> = [
  {
    name: "a first price",
    given: { shows: [`${june} 80`], asked: [may, june] },
    expect: { told: ["new"], in_force: ["none", "80"] },
    why: "A file says what the shop shows now, and nothing of what was before.",
  },
  {
    name: "the same again",
    given: { shows: [`${june} 80`, `${july} 80`], asked: [june, july] },
    expect: { told: ["new", "unchanged"], in_force: ["80", "80"] },
    why: "Importing a file twice changes nothing.",
  },
  {
    name: "the same with other digits",
    given: { shows: [`${june} 80`, `${july} 80.00`], asked: [july] },
    expect: { told: ["new", "unchanged"], in_force: ["80"] },
    why: "Amounts are compared as numbers.",
  },
  {
    name: "a price that goes back",
    given: { shows: [`${june} 100`, `${july} 80`, `${august} 100`], asked: [june, july, august] },
    expect: { told: ["new", "new", "new"], in_force: ["100", "80", "100"] },
    why: "An amount is compared with the price in force, not with every price that ever was.",
  },
  {
    name: "a price that goes back at once",
    given: { shows: [`${june} 100`, `${june} 80`, `${june} 100`], asked: [june] },
    expect: { told: ["new", "new", "new"], in_force: ["100"] },
    why: "Of prices that begin at once the one written last holds.",
  },
  {
    name: "a price from a day on",
    given: { shows: [`${june} 80 from 2026-05-01`, `${july} 80 from 2026-05-01`], asked: [may, june] },
    expect: { told: ["new", "unchanged"], in_force: ["80", "80"] },
    why: "Where a day is given the price holds from then on.",
  },
  {
    name: "a price from a day on that goes back",
    given: {
      shows: [`${june} 100 from 2026-05-01`, `${june} 80 from 2026-05-01`, `${july} 100 from 2026-05-01`],
      asked: [may, july],
    },
    expect: { told: ["new", "new", "new"], in_force: ["100", "100"] },
    why: "Of prices that begin at once the one written last holds.",
  },
  {
    name: "a day before the price in force",
    given: { shows: [`${june} 100`, `${july} 80 from 2026-05-01`], asked: [may, june, july] },
    expect: { told: ["new", "new"], in_force: ["none", "100", "80"] },
    why: "From the day given the later price would hide it: what the shop shows now holds from now on.",
  },
  {
    name: "the price in force, said to hold from an earlier day on",
    given: { shows: [`${june} 100`, `${july} 100 from 2026-05-01`], asked: [may, july] },
    expect: { told: ["new", "unchanged"], in_force: ["none", "100"] },
    why: "An amount that is in force changes nothing.",
  },
  {
    name: "a day in the brand's time zone",
    given: {
      time_zone: "America/New_York",
      shows: [`${june} 80 from 2026-05-01`],
      asked: ["2026-05-01T03:59:59Z", "2026-05-01T04:00:00Z"],
    },
    expect: { told: ["new"], in_force: ["none", "80"] },
    why: "A date is the start of that day there.",
  },
  {
    name: "a later day",
    given: {
      shows: [`${june} 100`, `${june} 120 from 2026-12-01`, `${july} 120 from 2026-12-01`, `${july} 100`],
      asked: [july, december],
    },
    expect: { told: ["new", "new", "unchanged", "unchanged"], in_force: ["100", "120"] },
    why: "A price for later is compared with what will be in force then.",
  },
  {
    name: "a price that is gone",
    given: { shows: [`${june} 80`, `${july} nothing`], asked: [june, july] },
    expect: { told: ["new", "withdrawn"], in_force: ["80", "none"] },
    why: "It is withdrawn as of the import: what was before stays so.",
  },
  {
    name: "a price that is gone, with older ones",
    given: { shows: [`${may} 100`, `${june} 80`, `${july} nothing`], asked: [may, june, july] },
    expect: { told: ["new", "new", "withdrawn"], in_force: ["100", "80", "none"] },
    why: "No older price comes back by that.",
  },
  {
    name: "a price that is gone, with a later one",
    given: {
      shows: [`${june} 80`, `${june} 90 from 2026-12-01`, `${july} nothing`],
      asked: [july, december],
    },
    expect: { told: ["new", "new", "withdrawn"], in_force: ["none", "none"] },
    why: "From then on there is no price.",
  },
  {
    name: "a price that is gone, and again",
    given: { shows: [`${june} 80`, `${july} nothing`, `${august} nothing`], asked: [june, august] },
    expect: { told: ["new", "withdrawn", "unchanged"], in_force: ["80", "none"] },
    why: "A record is withdrawn once.",
  },
  {
    name: "a price that comes back as it was",
    given: { shows: [`${june} 80`, `${july} nothing`, `${august} 80`], asked: [june, july, august] },
    expect: { told: ["new", "withdrawn", "new"], in_force: ["80", "none", "80"] },
    why: "What is withdrawn is not in force, though the amount be the same.",
  },
  {
    name: "a price that is gone and back at once",
    given: { shows: [`${june} 80`, `${june} nothing`, `${june} 80`], asked: [june] },
    expect: { told: ["new", "withdrawn", "new"], in_force: ["80"] },
    why: "Of records that begin at once the one written last decides.",
  },
  {
    name: "a price that comes back from an earlier day on",
    given: {
      shows: [`${june} 80`, `${july} nothing`, `${august} 90 from 2026-05-01`],
      asked: [july, august],
    },
    expect: { told: ["new", "withdrawn", "new"], in_force: ["none", "90"] },
    why: "From the day given the withdrawn price would hide it.",
  },
]
