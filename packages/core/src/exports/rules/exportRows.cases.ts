import type { Attributes } from "../../catalog/Catalog.ts"
import type { ExportCell } from "../../catalog/rules/exportCell.ts"
import { type Decimal, decimalNumber } from "../../kernel/Decimal.ts"
import type { Case } from "../../kernel/rules/decisionTable.cases.ts"
import type { ExportFormat, FileOptions } from "../ExportRequest.ts"

/** What is left out is as a plain product or variant has it. */
interface GivenProduct {
  readonly product_key: string
  readonly version?: number
  readonly name?: string
  readonly source?: string
  readonly labels?: ReadonlyArray<string>
  readonly attributes?: Attributes
  readonly variants?: ReadonlyArray<{
    readonly variant_key: string
    readonly name?: string
    readonly color?: string
    readonly size?: string
    readonly width?: string
    readonly vendor_color_code?: string
    readonly attributes?: Attributes
  }>
}

export interface ExportGiven {
  /** ISO 8601 with offset; 2026-06-01T00:00:00Z unless given. */
  readonly now?: string
  /** The brand's; UTC unless given. */
  readonly time_zone?: string
  /** The brand's once the prices are written, and have begun. */
  readonly rezone?: string
  /** Of brand `B1`, written at 2026-01-01T00:00:00Z, in this order. */
  readonly products: ReadonlyArray<GivenProduct>
  readonly prices?: ReadonlyArray<string>
  /** Written `KEY[ below PARENT][ archived]`, since 2026-01-01. */
  readonly lists?: ReadonlyArray<string>
  /** Labels of attributes. */
  readonly labels?: Readonly<Record<string, string>>
  /** Written `HEADER = SOURCE_FIELD [SUB_FIELD] label`, of prices `[TYPE@LIST]`; header, sub-field and `label` only where there are any. Without columns: attribute_rows. */
  readonly columns?: ReadonlyArray<string>
  /** attribute_rows, with columns. */
  readonly rows?: true
  readonly product_keys?: ReadonlyArray<string>
  readonly latest_only?: boolean
  readonly filter_by_label?: boolean
  readonly label_keys?: ReadonlyArray<string>
  readonly source_filter?: ReadonlyArray<string>
  /** Csv unless given. */
  readonly format?: ExportFormat
  readonly file_options?: FileOptions
  readonly price_as_of?: string
  readonly price_known_at?: string
}

/** The rows, the header first; or the places of what is wrong with the request. */
export type ExportExpect =
  | ReadonlyArray<ReadonlyArray<ExportCell>>
  | { readonly faults: ReadonlyArray<string> }

const n = (text: string): ExportCell => ({ kind: "number", text })
const date = (text: string): ExportCell => ({ kind: "date", text })
const dateTime = (text: string, local: string): ExportCell => ({ kind: "date-time", text, local })

const digits = (text: string): number | Decimal => decimalNumber(text) ?? Number(text)

const leather = { key: "lthr", label: "Leather" }
const boot = { product_key: "P1", variants: [{ variant_key: "A" }, { variant_key: "B" }] }
const attributeRow = [
  "product_key",
  "variant_key",
  "attribute_key",
  "attribute_label",
  "value",
  "value_label",
]

export const exportRowsCases: ReadonlyArray<Case<ExportGiven, ExportExpect>> = [
  {
    name: "product fields",
    given: {
      products: [{ ...boot, version: 2, name: "Ridge Boot", source: "scraper", labels: ["fall", "sale"] }],
      columns: ["product_key", "brand_key", "name", "version", "source", "labels", "updated_at"],
    },
    expect: [
      ["product_key", "brand_key", "name", "version", "source", "labels", "updated_at"],
      [
        "P1",
        "B1",
        "Ridge Boot",
        n("2"),
        "scraper",
        "fall; sale",
        dateTime("2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000000"),
      ],
    ],
    why: "Without a variant or price field there is one row per product version; lists are joined.",
  },
  {
    name: "variant fields",
    given: {
      products: [
        {
          product_key: "P1",
          variants: [
            {
              variant_key: "B",
              name: "Boot B",
              color: "Red",
              size: "9",
              width: "D",
              vendor_color_code: "001",
            },
            {
              variant_key: "A",
              name: "Boot A",
              color: "",
              size: "9.5",
              width: "2E",
              vendor_color_code: "1e3",
            },
          ],
        },
      ],
      columns: ["product_key", "variant_key", "variant_name", "color", "size", "width", "vendor_color_code"],
    },
    expect: [
      ["product_key", "variant_key", "variant_name", "color", "size", "width", "vendor_color_code"],
      ["P1", "A", "Boot A", "", "9.5", "2E", "1e3"],
      ["P1", "B", "Boot B", "Red", "9", "D", "001"],
    ],
    why: "One row per variant, by key; codes stay text with their zeros.",
  },
  {
    name: "name of the product and of the variant",
    given: {
      products: [{ product_key: "P1", name: "Boot", variants: [{ variant_key: "A", name: "Boot A" }] }],
      columns: ["name", "variant_name"],
    },
    expect: [
      ["name", "variant_name"],
      ["Boot", "Boot A"],
    ],
    why: "`name` is the product's.",
  },
  {
    name: "headers",
    given: {
      products: [boot],
      columns: ["Key = product_key", " = brand_key", "Key = product_key", "B = name", "A = version"],
    },
    expect: [
      ["Key", "", "Key", "B", "A"],
      ["P1", "B1", "P1", "Ridge Boot", n("1")],
    ],
    why: "Headers are as given, in their order; two of one name stay two columns.",
  },
  {
    name: "a product without variants",
    given: {
      products: [
        { product_key: "P1", variants: [] },
        { product_key: "P2", variants: [{ variant_key: "A" }] },
      ],
      columns: ["product_key", "size"],
    },
    expect: [
      ["product_key", "size"],
      ["P2", "9"],
    ],
    why: "One row per variant makes none where there is none.",
  },
  {
    name: "a product without variants, product fields only",
    given: { products: [{ product_key: "P1", variants: [] }], columns: ["product_key"] },
    expect: [["product_key"], ["P1"]],
    why: "One row per product version, whatever its variants.",
  },
  {
    name: "prices",
    given: {
      products: [boot],
      prices: [
        "A MAP 149.90 from 2026-01-01",
        "A MSRP 199.00 from 2026-01-01T09:00:00-05:00",
        "B MAP 0 from 2026-06-01",
        "B MSRP 200 from 2026-07-01",
        "B MSRP 201 from 2026-01-01 draft",
      ],
      columns: [
        "variant_key",
        "MAP = price [MAP]",
        "since = price_effective_from [MAP]",
        "MSRP = price [MSRP]",
        "from = price_effective_from [MSRP]",
      ],
    },
    expect: [
      ["variant_key", "MAP", "since", "MSRP", "from"],
      [
        "A",
        n("149.90"),
        date("2026-01-01"),
        n("199.00"),
        dateTime("2026-01-01T09:00:00-05:00", "2026-01-01T14:00:00.000000"),
      ],
      ["B", n("0"), date("2026-06-01"), null, null],
    ],
    why: "The price in force of the type, digits as written; nothing where none is in force.",
  },
  {
    name: "once the brand has another time zone",
    given: {
      time_zone: "America/New_York",
      rezone: "Asia/Tokyo",
      products: [boot],
      prices: [
        ...["A MAP 1 from 2026-03-01", "A MSRP 2 from 2026-03-01T00:00:00Z"],
        ...["B MAP 1 from 2026-03-01T09:00", "B MSRP 2 from 2026-05-01"],
      ],
      columns: ["since = price_effective_from [MAP]", "from = price_effective_from [MSRP]"],
    },
    expect: [
      ["since", "from"],
      [
        dateTime("2026-03-01T05:00:00.000Z", "2026-03-01T14:00:00.000000"),
        dateTime("2026-03-01T00:00:00Z", "2026-03-01T09:00:00.000000"),
      ],
      [
        dateTime("2026-03-01T14:00:00.000Z", "2026-03-01T23:00:00.000000"),
        dateTime("2026-05-01T04:00:00.000Z", "2026-05-01T13:00:00.000000"),
      ],
    ],
    why: "What has begun stays when it was: the day that was written was another zone's.",
  },
  {
    name: "date-times",
    given: {
      time_zone: "America/New_York",
      products: [
        {
          product_key: "P1",
          variants: ["A", "B", "C", "D", "E"].map((variant_key) => ({ variant_key })),
        },
      ],
      prices: [
        "A MAP 1 from 2026-03-01T00:30:00+09:00",
        "B MAP 1 from 2026-03-08T07:00Z",
        "C MAP 1 from 2026-03-08T02:30",
        "D MAP 1 from 2026-05-01T09:00:00.123456-07:00",
        "E MAP 1 from 2026-03-08",
      ],
      columns: ["updated_at", "since = price_effective_from [MAP]"],
    },
    expect: [
      ["updated_at", "since"],
      ...[
        dateTime("2026-03-01T00:30:00+09:00", "2026-02-28T10:30:00.000000"),
        dateTime("2026-03-08T07:00Z", "2026-03-08T03:00:00.000000"),
        dateTime("2026-03-08T02:30", "2026-03-08T03:30:00.000000"),
        dateTime("2026-05-01T09:00:00.123456-07:00", "2026-05-01T12:00:00.123456"),
        date("2026-03-08"),
      ].map((since) => [dateTime("2026-01-01T00:00:00.000Z", "2025-12-31T19:00:00.000000"), since]),
    ],
    why: "Csv has the text as it was written, a sheet what the brand's clocks show then, to the microsecond; a date is a day of the brand.",
  },
  {
    name: "a price makes one row per variant",
    given: { products: [boot], prices: ["B MAP 1 from 2026-01-01"], columns: ["product_key", "price [MAP]"] },
    expect: [
      ["product_key", "price"],
      ["P1", null],
      ["P1", n("1")],
    ],
    why: "Prices belong to variants.",
  },
  {
    name: "the price in force at an instant to come",
    given: {
      products: [boot],
      prices: [
        "A MAP 1 from 2026-01-01",
        "A MAP 2 from 2026-12-01",
        "A MAP 3 from 2026-12-01T00:00:01Z",
        "A MAP 4 from 2026-11-01 draft",
        "B MAP 5 from 2026-11-30T19:00:00-05:00",
      ],
      columns: ["variant_key", "price [MAP]"],
      price_as_of: "2026-11-30T19:00:00-05:00",
    },
    expect: [
      ["variant_key", "price"],
      ["A", n("2")],
      ["B", n("5")],
    ],
    why: "Monday's price sheet can be had today; a draft is no price until it is published.",
  },
  {
    name: "the price in force at an instant that is over",
    given: {
      products: [{ product_key: "P1", variants: [{ variant_key: "A" }] }],
      prices: ["A MAP 1 from 2026-01-01", "A MAP 2 from 2026-03-01"],
      columns: ["price [MAP]"],
      price_as_of: "2026-02-28T23:59:59.999999Z",
    },
    expect: [["price"], [n("1")]],
    why: "What a sheet said then can be told again.",
  },
  {
    name: "an instant without offset",
    given: { products: [boot], columns: ["price [MAP]"], price_as_of: "2026-12-01" },
    expect: { faults: ["price_as_of"] },
    why: "Each brand has days of its own, and an export takes all of them.",
  },
  {
    name: "an instant after the year 9999",
    given: { products: [boot], columns: ["price [MAP]"], price_as_of: "9999-12-31T23:59:59-14:00" },
    expect: { faults: ["price_as_of"] },
    why: "In UTC no date can say it.",
  },
  {
    name: "the price in force at the moment",
    given: {
      now: "2026-03-01T00:00:00Z",
      products: [{ product_key: "P1", variants: [{ variant_key: "A" }] }],
      prices: ["A MAP 1 from 2026-01-01", "A MAP 2 from 2026-03-01", "A MAP 3 from 2026-03-02"],
      columns: ["price [MAP]"],
    },
    expect: [["price"], [n("2")]],
    why: "The same rule as everywhere.",
  },
  {
    name: "attributes of variant and product",
    given: {
      products: [
        {
          product_key: "P1",
          attributes: { material: "Leather", lining: "Wool" },
          variants: [
            { variant_key: "A", attributes: { material: "Suede" } },
            { variant_key: "B", attributes: { material: null } },
            { variant_key: "C", attributes: { material: "" } },
          ],
        },
      ],
      columns: ["variant_key", "material", "lining"],
    },
    expect: [
      ["variant_key", "material", "lining"],
      ["A", "Suede", "Wool"],
      ["B", "Leather", "Wool"],
      ["C", "", "Wool"],
    ],
    why: "The variant's value first, then the product's; an empty text is a value, null is none.",
  },
  {
    name: "attributes in one row per product",
    given: {
      products: [
        {
          product_key: "P1",
          attributes: { lining: "Wool" },
          variants: [{ variant_key: "A", attributes: { material: "Suede" } }],
        },
      ],
      columns: ["product_key", "material", "lining"],
    },
    expect: [
      ["product_key", "material", "lining"],
      ["P1", null, "Wool"],
    ],
    why: "An attribute alone makes no rows per variant; a product has no one value of its variants.",
  },
  {
    name: "kinds of values",
    given: {
      products: [
        {
          product_key: "P1",
          attributes: {
            text: "=1+1",
            digits: "007",
            number: 6.25,
            negative: -3,
            large: 1e21,
            small: 1.5e-7,
            yes: true,
            no: false,
            none: null,
            date: "2026-12-01",
            time: "2026-12-01T09:00",
            noDate: "2026-02-30",
          },
        },
      ],
      columns: [
        "text",
        "digits",
        "number",
        "negative",
        "large",
        "small",
        "yes",
        "no",
        "none",
        "date",
        "time",
        "noDate",
      ],
    },
    expect: [
      [
        "text",
        "digits",
        "number",
        "negative",
        "large",
        "small",
        "yes",
        "no",
        "none",
        "date",
        "time",
        "noDate",
      ],
      [
        "=1+1",
        "007",
        n("6.25"),
        n("-3"),
        n("1000000000000000000000"),
        n("0.00000015"),
        true,
        false,
        null,
        date("2026-12-01"),
        "2026-12-01T09:00",
        "2026-02-30",
      ],
    ],
    why: "Numbers are numbers in plain notation, text that looks like one stays text, ISO dates are dates.",
  },
  {
    name: "digits of numbers",
    given: {
      products: [
        {
          product_key: "P1",
          attributes: {
            weight: digits("6.10"),
            ean: digits("12345678901234567890"),
            list: [digits("1.0"), 2],
            height: { value: digits("-0.500"), unit: "in" },
          },
        },
      ],
      columns: ["weight", "W = weight [text]", "ean", "list", "V = height [value]", "height"],
    },
    expect: [
      ["weight", "W", "ean", "list", "V", "height"],
      [n("6.10"), null, n("12345678901234567890"), "1.0; 2", n("-0.500"), "value: -0.500; unit: in"],
    ],
    why: "A number has the digits that it was given, its last zeros and those past a double's among them.",
  },
  {
    name: "options",
    given: {
      products: [
        {
          product_key: "P1",
          attributes: { material: leather, lining: { key: "wool" }, sole: { key: "eva", label: "" } },
        },
      ],
      columns: ["material", "M = material label", "lining", "L = lining label", "S = sole label"],
    },
    expect: [
      ["material", "M", "lining", "L", "S"],
      ["lthr", "Leather", "wool", "wool", "eva"],
    ],
    why: "An option is its key, or its label when asked; the key where it has none or an empty one.",
  },
  {
    name: "lists",
    given: {
      products: [
        {
          product_key: "P1",
          attributes: {
            tags: ["a", 2, true, null, leather, { key: "k" }],
            one: ["2026-12-01"],
            numbers: [1e21, 5],
            empty: [],
          },
        },
      ],
      columns: ["tags", "T = tags label", "one", "numbers", "empty"],
    },
    expect: [
      ["tags", "T", "one", "numbers", "empty"],
      ["a; 2; true; ; lthr; k", "a; 2; true; ; Leather; k", "2026-12-01", "1000000000000000000000; 5", ""],
    ],
    why: "A list is one text, its items joined with `; `.",
  },
  {
    name: "sub-fields",
    given: {
      products: [
        {
          product_key: "P1",
          attributes: {
            height: { value: 6, unit: "in", of: leather, tags: ["a", leather] },
            material: leather,
            plain: "x",
            list: [{ key: "k" }],
          },
        },
      ],
      columns: [
        "V = height [value]",
        "U = height [unit]",
        "O = height [of]",
        "OL = height [of] label",
        "T = height [tags] label",
        "missing = height [depth]",
        "height",
        "HL = height label",
        "K = material [key]",
        "P = plain [length]",
        "L = list [0]",
        "C = height [constructor]",
      ],
    },
    expect: [
      ["V", "U", "O", "OL", "T", "missing", "height", "HL", "K", "P", "L", "C"],
      [
        n("6"),
        "in",
        "lthr",
        "Leather",
        "a; Leather",
        null,
        "value: 6; unit: in; of: lthr; tags: a; lthr",
        "value: 6; unit: in; of: Leather; tags: a; Leather",
        "lthr",
        null,
        null,
        null,
      ],
    ],
    why: "A sub-field reads a member of a record; without one a record is its members, named; other values have none.",
  },
  {
    name: "a record that is almost an option",
    given: {
      products: [
        {
          product_key: "P1",
          attributes: { a: { key: "k", label: "L", extra: 1 }, b: { key: 1 }, c: { label: "L" } },
        },
      ],
      columns: ["a", "b", "c"],
    },
    expect: [
      ["a", "b", "c"],
      ["key: k; label: L; extra: 1", "key: 1", "label: L"],
    ],
    why: "An option has a text key and at most a label; anything else is a record.",
  },
  {
    name: "an empty sub-field",
    given: {
      products: [{ product_key: "P1", attributes: { height: { value: 6 } } }],
      columns: ["height []"],
    },
    expect: [["height"], ["value: 6"]],
    why: "Empty is as absent.",
  },
  {
    name: "an attribute with the name of a field",
    given: {
      products: [
        {
          product_key: "P1",
          attributes: { color: "attribute", price: "attribute", "attributes.odd": "whole", odd: "short" },
          variants: [{ variant_key: "A", color: "Black" }],
        },
      ],
      columns: [
        "color",
        "C = attributes.color",
        "P = attributes.price",
        "attributes.odd",
        "odd",
        "O = attributes.attributes.odd",
      ],
    },
    expect: [
      ["color", "C", "P", "attributes.odd", "odd", "O"],
      ["Black", "attribute", "attribute", "whole", "short", "whole"],
    ],
    why: "A field wins over an attribute of its name, which `attributes.` reaches; a whole key wins over a prefix.",
  },
  {
    name: "attributes with the names of what every object has",
    given: {
      products: [
        { product_key: "P1", attributes: { constructor: "c", ["__proto__"]: "p" }, variants: [] },
        { product_key: "P2", variants: [] },
      ],
      columns: ["product_key", "constructor", "__proto__"],
    },
    expect: [
      ["product_key", "constructor", "__proto__"],
      ["P1", "c", "p"],
      ["P2", null, null],
    ],
    why: "Only what the catalog holds is read.",
  },
  {
    name: "unreadable mappings",
    given: {
      products: [{ ...boot, attributes: { material: "x" } }],
      prices: ["A MAP 1 from 2026-01-01"],
      columns: [
        "product_key",
        "nope",
        "price",
        "price_effective_from []",
        "attributes.nope",
        "variant_Key",
        "",
        "attribute__material",
      ],
    },
    expect: {
      faults: [
        "column_mappings.1.source_field",
        "column_mappings.2.sub_field",
        "column_mappings.3.sub_field",
        "column_mappings.4.source_field",
        "column_mappings.5.source_field",
        "column_mappings.6.source_field",
        "column_mappings.7.source_field",
      ],
    },
    why: "Every mapping that reads nothing is told at its place; a price needs its type.",
  },
  {
    name: "one row per property",
    given: {
      products: [
        {
          product_key: "P1",
          attributes: { b: 2, a: leather, B: true },
          variants: [
            { variant_key: "V2", attributes: { c: ["x", leather] } },
            { variant_key: "V1", attributes: { d: "2026-12-01", a: null } },
          ],
        },
      ],
      labels: { a: "Material", b: "", d: "Since" },
    },
    expect: [
      attributeRow,
      ["P1", null, "B", "B", true, true],
      ["P1", null, "a", "Material", "lthr", "Leather"],
      ["P1", null, "b", "b", n("2"), n("2")],
      ["P1", "V1", "a", "Material", null, null],
      ["P1", "V1", "d", "Since", date("2026-12-01"), date("2026-12-01")],
      ["P1", "V2", "c", "c", "x; lthr", "x; Leather"],
    ],
    why: "The product's properties by key, then each variant's; the label of an attribute is its key where it has none or an empty one.",
  },
  {
    name: "one row per member of a record",
    given: {
      products: [
        {
          product_key: "P1",
          attributes: { height: { unit: { key: "in", label: "Inches" }, depth: 6, "": "whole" } },
          variants: [],
        },
      ],
      labels: { height: "Height" },
    },
    expect: [
      attributeRow,
      ["P1", null, "height.", "Height", "whole", "whole"],
      ["P1", null, "height.depth", "Height", n("6"), n("6")],
      ["P1", null, "height.unit", "Height", "in", "Inches"],
    ],
    why: "A record's members are properties of their own, by name, one named with nothing among them.",
  },
  {
    name: "no properties",
    given: { products: [boot], labels: {} },
    expect: [attributeRow],
    why: "One row per property makes none where there is none.",
  },
  {
    name: "an empty list and an empty text",
    given: { products: [{ product_key: "P1", attributes: { list: [], text: "" }, variants: [] }] },
    expect: [attributeRow, ["P1", null, "list", "list", "", ""], ["P1", null, "text", "text", "", ""]],
    why: "A property that is there has its row.",
  },
  {
    name: "one row per price of a list",
    given: {
      products: [
        {
          product_key: "P1",
          attributes: { a: "x" },
          variants: [{ variant_key: "B", attributes: { c: "y" } }, { variant_key: "A" }],
        },
      ],
      lists: ["EU below base", "DE below EU"],
      prices: [
        "A MAP 100.00 from 2026-01-01",
        "A MAP@EU 95.00 from 2026-02-01",
        "A MAP@DE 93.00 from 2026-07-01",
        "B MAP 10.00 from 2026-01-01",
        "B MAP@DE not_offered from 2026-03-01",
        "B MSRP@EU 20.00 from 2026-01-01",
      ],
      columns: ["Map = price [MAP@base]", "Map = price [MAP@DE]", "from = price_effective_from [MSRP@DE]"],
      rows: true,
    },
    expect: [
      [...attributeRow, "price_list"],
      ["P1", null, "a", "a", "x", "x", null],
      ["P1", "A", "price.MAP", "Map", n("100.00"), n("100.00"), "base"],
      ["P1", "A", "price.MAP", "Map", n("95.00"), n("95.00"), "DE"],
      ["P1", "B", "c", "c", "y", "y", null],
      ["P1", "B", "price.MAP", "Map", n("10.00"), n("10.00"), "base"],
      ["P1", "B", "price_effective_from.MSRP", "from", date("2026-01-01"), date("2026-01-01"), "DE"],
    ],
    why: "What each list shows of a variant, behind its properties and in the order asked for; a list that shows no price has no row.",
  },
  {
    name: "rows of prices at a moment of before",
    given: {
      products: [boot],
      lists: ["DE below base"],
      prices: ["A MAP 100.00 from 2026-01-01", "A MAP@DE 93.00 from 2026-05-01"],
      columns: ["MAP = price [MAP@DE]"],
      rows: true,
      price_as_of: "2026-04-30T00:00:00Z",
    },
    expect: [
      [...attributeRow, "price_list"],
      ["P1", "A", "price.MAP", "MAP", n("100.00"), n("100.00"), "DE"],
    ],
    why: "As for a column: lists and prices are of one moment.",
  },
  {
    name: "rows of properties, with columns that name no price list",
    given: {
      products: [{ product_key: "P1", attributes: { a: "x" }, variants: [{ variant_key: "A" }] }],
      prices: ["A MAP 100.00 from 2026-01-01"],
      columns: ["MAP = price [MAP]", "product_key", "no such field"],
      rows: true,
    },
    expect: [attributeRow, ["P1", null, "a", "a", "x", "x"]],
    why: "They are ignored, as they always were.",
  },
  {
    name: "rows of what is no price of a list",
    given: {
      products: [boot],
      lists: ["DE"],
      columns: ["price [MAP@FR]", "price [MAP]", "price [@DE]", "price [MAP@DE]"],
      rows: true,
    },
    expect: {
      faults: ["column_mappings.0.price_list", "column_mappings.2.sub_field"],
    },
    why: "As for a column: what is asked for and cannot be had is refused at its place.",
  },
]

const versions: ReadonlyArray<GivenProduct> = [
  { product_key: "P2", version: 10, labels: ["fall"], source: "scraper" },
  { product_key: "P2", version: 9, labels: ["fall", "sale"] },
  { product_key: "P1", version: 2, labels: ["sale"] },
  { product_key: "P1", version: 1, labels: ["fall"], source: "scraper" },
  { product_key: "P3", version: 1 },
]
const columns = ["product_key", "version"]
const rows = (...selected: ReadonlyArray<readonly [string, number]>): ExportExpect => [
  columns,
  ...selected.map(([key, version]) => [key, n(String(version))]),
]

/** Which product versions are taken. */
export const exportSelectionCases: ReadonlyArray<Case<ExportGiven, ExportExpect>> = [
  {
    name: "no mappings",
    given: { products: [boot], columns: [] },
    expect: { faults: ["column_mappings"] },
    why: "A file of columns needs some.",
  },
  {
    name: "everything",
    given: { products: versions, columns },
    expect: rows(["P1", 1], ["P1", 2], ["P2", 9], ["P2", 10], ["P3", 1]),
    why: "Without product keys the whole catalog is taken, by product key and version.",
  },
  {
    name: "some products",
    given: { products: versions, columns, product_keys: ["P3", "P1", "P3", "nope"] },
    expect: rows(["P1", 1], ["P1", 2], ["P3", 1]),
    why: "Each once, in the order of the catalog; an unknown key is skipped, not a failure.",
  },
  {
    name: "the latest version",
    given: { products: versions, columns, latest_only: true },
    expect: rows(["P1", 2], ["P2", 10], ["P3", 1]),
    why: "Versions are numbers: 10 comes after 9.",
  },
  {
    name: "labels",
    given: { products: versions, columns, filter_by_label: true, label_keys: ["sale", "winter"] },
    expect: rows(["P1", 2], ["P2", 9]),
    why: "A version that carries at least one of them.",
  },
  {
    name: "what a price list shows",
    given: {
      products: [boot],
      lists: ["EU below base", "DE below EU"],
      prices: [
        "A MAP 100.00 from 2026-01-01",
        "A MAP@EU 95.00 from 2026-02-01",
        "A MAP@DE 93.00 from 2026-07-01",
        "B MAP 10.00 from 2026-01-01",
        "B MAP@DE 9.00 from 2026-03-01",
        "B MSRP@EU 20.00 from 2026-01-01",
      ],
      columns: [
        "variant_key",
        "MAP = price [MAP]",
        "DE = price [MAP@DE]",
        "from = price_effective_from [MAP@DE]",
        "list price = price [MSRP@DE]",
        "none = price [MSRP@base]",
      ],
    },
    expect: [
      ["variant_key", "MAP", "DE", "from", "list price", "none"],
      ["A", n("100.00"), n("95.00"), date("2026-02-01"), null, null],
      ["B", n("10.00"), n("9.00"), date("2026-03-01"), n("20.00"), null],
    ],
    why: "Its own price in force, else the one of the first list above it that has one; what has not begun is not there.",
  },
  {
    name: "what a price list shows at the moment of the prices",
    given: {
      products: [boot],
      lists: ["DE below base"],
      prices: ["A MAP 100.00 from 2026-01-01", "A MAP@DE 93.00 from 2026-07-01"],
      columns: ["variant_key", "DE = price [MAP@DE]"],
      price_as_of: "2026-07-01T00:00:00Z",
    },
    expect: [
      ["variant_key", "DE"],
      ["A", n("93.00")],
      ["B", null],
    ],
    why: "Lists and prices are of one moment.",
  },
  {
    name: "what a list ends, and what it does not offer",
    given: {
      products: [boot],
      lists: ["EU below base", "DE below EU"],
      prices: [
        "A MAP 100.00 from 2026-01-01",
        "B MAP 10.00 from 2026-01-01",
        "A MAP@DE 93.00 from 2026-01-01",
        "A MAP@DE fall_back from 2026-03-01",
        "B MAP@EU not_offered from 2026-03-01",
      ],
      columns: ["variant_key", "price [MAP]", "EU = price [MAP@EU]", "DE = price [MAP@DE]"],
    },
    expect: [
      ["variant_key", "price", "EU", "DE"],
      ["A", n("100.00"), n("100.00"), n("100.00")],
      ["B", n("10.00"), null, null],
    ],
    why: "The first shows its parent's again, the second shows none, in the lists below it too.",
  },
  {
    name: "what falls back past an archived list",
    given: {
      products: [boot],
      lists: ["EU below base archived", "DE below EU"],
      prices: ["A MAP 100.00 from 2026-01-01", "A MAP@EU 95.00 from 2026-01-01"],
      columns: ["variant_key", "EU = price [MAP@EU]", "DE = price [MAP@DE]"],
    },
    expect: [
      ["variant_key", "EU", "DE"],
      ["A", n("100.00"), n("100.00")],
      ["B", null, null],
    ],
    why: "An archived list has no price of its own.",
  },
  {
    name: "a price list that there is not",
    given: {
      products: [boot],
      lists: ["EU"],
      columns: ["price [MAP@EU]", "price [MAP@eu]", "price [MAP@DE]"],
    },
    expect: { faults: ["column_mappings.1.price_list", "column_mappings.2.price_list"] },
    why: "An empty column would say that there is no price.",
  },
  {
    name: "a moment of knowledge without its offset",
    given: { products: [boot], columns: ["price [MAP]"], price_known_at: "2026-01-01" },
    expect: { faults: ["price_known_at"] },
    why: "Brands have days of their own.",
  },
  {
    name: "a moment of knowledge that is to come",
    given: { products: [boot], columns: ["price [MAP]"], price_known_at: "2026-06-01T00:00:01Z" },
    expect: { faults: ["price_known_at"] },
    why: "What will be known then is not known now.",
  },
  {
    name: "labels and the latest version",
    given: { products: versions, columns, filter_by_label: true, label_keys: ["sale"], latest_only: true },
    expect: rows(["P1", 2]),
    why: "The latest version is chosen first: P2's carries the label no more.",
  },
  {
    name: "labels without the filter",
    given: { products: versions, columns, filter_by_label: false, label_keys: ["sale"] },
    expect: rows(["P1", 1], ["P1", 2], ["P2", 9], ["P2", 10], ["P3", 1]),
    why: "Labels filter only when the request says so.",
  },
  {
    name: "the filter without labels",
    given: { products: versions, columns, filter_by_label: true },
    expect: rows(),
    why: "No version carries one of no labels.",
  },
  {
    name: "sources",
    given: { products: versions, columns, source_filter: ["scraper", "other"] },
    expect: rows(["P1", 1], ["P2", 10]),
    why: "A version from one of them.",
  },
  {
    name: "an empty list of sources",
    given: { products: versions, columns, source_filter: [] },
    expect: rows(["P1", 1], ["P1", 2], ["P2", 9], ["P2", 10], ["P3", 1]),
    why: "It filters nothing, as an absent one.",
  },
  {
    name: "variants of the newest version that lists them",
    given: {
      products: [
        { product_key: "P1", version: 2, variants: [{ variant_key: "A", color: "Red" }] },
        {
          product_key: "P1",
          version: 1,
          variants: [
            { variant_key: "A", color: "Black" },
            { variant_key: "B", color: "Blue" },
          ],
        },
      ],
      columns: ["version", "variant_key", "color"],
    },
    expect: [
      ["version", "variant_key", "color"],
      [n("1"), "A", "Red"],
      [n("1"), "B", "Blue"],
      [n("2"), "A", "Red"],
      [n("2"), "B", "Blue"],
    ],
    why: "Variants belong to the product across its versions; the newest version that lists one wins.",
  },
]
