import { type AttributeItem, type Attributes, controlFault, decimalNumber } from "@hangtag/core"
import fc from "fast-check"

/** Texts that every database keeps: no U+0000, no half surrogate pairs; some of them awkward. */
export const anyText = (maxLength = 12): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit: "grapheme-ascii", maxLength }) },
    {
      weight: 1,
      arbitrary: fc.string({ unit: "binary", maxLength }).map((text) => text.replaceAll("\0", "")),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "%",
        "_",
        "\\",
        "'",
        '"',
        "a'b",
        "{}",
        "NULL",
        " ",
        "é",
        "e\u0301",
        "\u{1f600}",
        "\ue000",
        "\r\n",
        "=1+1",
        "__proto__",
      ),
    },
  )

/** Keys: short, often the same, sometimes awkward; never empty. */
export const anyKey = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom(..."aAbB1-_."), minLength: 1, maxLength: 4 }) },
    {
      weight: 1,
      arbitrary: anyText(6).filter((text) => text !== "" && controlFault(text) === undefined),
    },
  )

/** Exact decimals, some of them one number written in several ways. */
export const anyAmount = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom("0", "0.00", "20", "20.0", "20.00", "19.99", "19.990", "0.1", "0.30000000000000004"),
    fc
      .tuple(fc.nat(10_000), fc.nat(99))
      .map(([whole, cents]) => `${whole}.${String(cents).padStart(2, "0")}`),
    fc.bigInt({ min: 0n, max: 10n ** 40n }).map(String),
    fc
      .tuple(
        fc.bigInt({ min: 0n, max: 10n ** 20n }),
        fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: 20 }),
      )
      .map(([whole, fraction]) => `${whole}.${fraction}`),
  )

/** Texts that are almost amounts. */
export const nearlyAmount = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(
      "",
      " ",
      "-1",
      "+1",
      "1e3",
      "1E-2",
      "1.",
      ".5",
      "1,5",
      "1_000",
      "NaN",
      "Infinity",
      "0x10",
      "1 ",
      " 1",
      "١",
      "1.2.3",
      "--1",
      "1\n",
    ),
    anyAmount().chain((amount) =>
      fc.constantFrom(`-${amount}`, `${amount}.`, `$${amount}`, `${amount} USD`, `${amount}e1`),
    ),
  )

/** Zones with daylight saving in either direction, at midnight, of half an hour, and without any. */
export const anyTimeZone = (): fc.Arbitrary<string> =>
  fc.constantFrom(
    "UTC",
    "America/New_York",
    "Europe/Berlin",
    "America/Havana",
    "Africa/Cairo",
    "Asia/Beirut",
    "Asia/Kathmandu",
    "Asia/Tokyo",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Pacific/Kiritimati",
    "America/Sao_Paulo",
  )

const two = (number: number): string => String(number).padStart(2, "0")

const anyDate = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom("2026-06-", "2026-07-"), fc.integer({ min: 1, max: 30 }))
      .map(([month, day]) => month + two(day)),
    // days on which clocks change somewhere
    fc.constantFrom(
      "2026-03-08",
      "2026-11-01",
      "2026-03-29",
      "2026-10-25",
      "2026-04-24",
      "2026-10-04",
      "2011-12-30",
      "2028-02-29",
    ),
    fc
      .date({
        min: new Date("1970-01-01T00:00:00Z"),
        max: new Date("2199-12-31T00:00:00Z"),
        noInvalidDate: true,
      })
      .map((date) => date.toISOString().slice(0, 10)),
  )

const anyTime = (): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.oneof(fc.constantFrom(0, 1, 2, 3), fc.nat(23)),
      fc.oneof(fc.constantFrom(0, 30), fc.nat(59)),
      fc.option(fc.nat(59), { nil: undefined }),
      fc.option(fc.constantFrom(".5", ".000001", ",999999", ".123", ".100000000"), { nil: "" }),
    )
    .map(([hour, minute, second, fraction]) =>
      second === undefined
        ? `${two(hour)}:${two(minute)}`
        : `${two(hour)}:${two(minute)}:${two(second)}${fraction}`,
    )

/** Dates and date-times with and without offset, many of them equal or close, many on days that clocks change. */
export const anyEffectiveFrom = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 2, arbitrary: anyDate() },
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          anyDate(),
          anyTime(),
          fc.constantFrom("", "", "Z", "+00:00", "-05:00", "+05:45", "+1400", "-11"),
        )
        .map(([date, time, offset]) => `${date}T${time}${offset}`),
    },
  )

/** Texts that are almost an `effective_from`. */
export const nearlyEffectiveFrom = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(
      "",
      "now",
      "2026-02-29",
      "2026-13-01",
      "2026-06-31",
      "0000-01-01",
      "20260601",
      "2026-06",
      "2026-06-01T24:00",
      "2026-06-01T12:60",
      "2026-06-01T12:00:60",
      "2026-06-01T12",
      "2026-06-01Z",
      "2026-06-01T12:00+24:00",
      "2026-06-01T12:00:00.1234567",
    ),
    anyDate().chain((date) =>
      fc.constantFrom(
        ` ${date}`,
        `${date} `,
        `${date}T`,
        `${date} 12:00`,
        date.replaceAll("-", "/"),
        `${date}\n`,
        `+${date}`,
      ),
    ),
  )

/** Numbers with digits that a double drops among them. */
const anyDecimal = () =>
  fc
    .tuple(
      fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }),
      fc.constantFrom("", ".0", ".10", ".125", ".000000001"),
    )
    .map(([whole, fraction]) => decimalNumber(`${whole}${fraction}`) ?? 0)

const anyItem = (): fc.Arbitrary<AttributeItem> =>
  fc.oneof(
    anyText(),
    anyDate(),
    fc.boolean(),
    fc.constant(null),
    fc.integer(),
    anyDecimal(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    fc.record({ key: anyText(), label: anyText() }, { requiredKeys: ["key"] }),
  )

const anyItems = () =>
  fc.oneof(
    { weight: 3, arbitrary: anyItem() },
    { weight: 1, arbitrary: fc.array(anyItem(), { maxLength: 3 }) },
  )

/** Attributes with values of every kind. */
export const anyAttributes = (): fc.Arbitrary<Attributes> =>
  fc.dictionary(
    fc.oneof(fc.constantFrom("material", "height", "color", "price"), anyKey()),
    fc.oneof(
      { weight: 3, arbitrary: anyItems() },
      {
        weight: 1,
        arbitrary: fc.dictionary(fc.constantFrom("value", "unit", "of"), anyItems(), { minKeys: 1 }),
      },
    ),
    { maxKeys: 4, noNullPrototype: true },
  )
