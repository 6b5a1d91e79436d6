import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { compareDecimals, typedAmount } from "../page/format/decimal.ts"
import { fallsBackTo, listTree } from "../page/format/listTree.ts"
import { writtenPrice } from "../page/format/writtenPrice.ts"
import { placeOfColumn, seenIn } from "../page/parts/useColumnsSeen.ts"
import { blockOf, blockText, leftOver } from "../page/views/prices/block.ts"
import { draftsIn } from "../page/views/prices/drafts.ts"
import {
  cellKey,
  draftOf,
  draftText,
  type Edit,
  editedColorways,
  sizeEdits,
  withEdits,
  writtenEdit,
} from "../page/views/prices/edits.ts"
import { type Shown, shownClosed } from "../page/views/prices/found.ts"
import { isChosen, moved } from "../page/views/prices/selection.ts"
import { actOf } from "../page/views/prices/sheetKeys.ts"
import { tableQuery, withinFault } from "../page/views/prices/tableQuery.ts"
import { editsOutside, unseenText } from "../page/views/prices/useUnseen.ts"

describe("blocks of a sheet", () => {
  it.each([
    [
      "139.95\t149.95\r\n129.95\t\r\n",
      [
        ["139.95", "149.95"],
        ["129.95", ""],
      ],
    ],
    ["a", [["a"]]],
    ["", [[""]]],
    ['"two\nlines"\t"a ""quote"""', [["two\nlines", 'a "quote"']]],
    ['5" wide\tx', [['5" wide', "x"]]],
    ['"open', [['"open']]],
  ])("reads %j", (text, block) => expect(blockOf(text)).toEqual(block))

  it("reads what it has written", () => {
    const cell = fc.string({ unit: fc.constantFrom("1", ".", "\t", "\n", '"', "a") })
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(rows, (block) => {
        expect(blockOf(`${blockText(block)}\n`)).toEqual(block)
      }),
    )
  })
})

const edit = (product_key: string, price_type: string, text: string): Edit => ({
  brand_key: "B1",
  product_key,
  color: "Black",
  name: "Boot",
  price_type,
  text,
})

describe("edits", () => {
  it("are a line each of their colorway, without what is no amount, and are kept as text", () => {
    const edits = withEdits(new Map(), [
      edit("P1", "MAP", "139,95 €"),
      edit("P3", "MAP", "$139.95"),
      edit("P1", "MSRP", "1,299"),
      edit("P2", "MAP", "-5"),
      edit("P1", "COST", "70"),
    ])
    const said = { from: "2027-01-01", until: "", name: "x" }
    const days = { effective_from: "2027-01-01", effective_until: "2027-02-01" }
    const lines = [
      { price_type: "MAP", amount: "139.95", ...days, price_list: "EU" },
      { price_type: "COST", amount: "70", ...days, price_list: "EU" },
    ]
    expect(editedColorways(edits, { ...days, price_list: "EU", currency: "EUR" })).toEqual([
      {
        ...{ brand_key: "B1", product_key: "P1", color: "Black", name: "Boot", lines },
        places: { [cellKey(edit("P1", "MAP", ""))]: 0, [cellKey(edit("P1", "COST", ""))]: 1 },
      },
    ])
    expect(draftOf(draftText({ ...said, edits }))).toEqual({ ...said, edits })
    expect(withEdits(edits, [edit("P1", "MAP", " ")]).size).toBe(4)
    for (const broken of ["", "{", "[]", '{"edits":1}']) expect(draftOf(broken).edits.size).toBe(0)
  })
})

describe("drafts", () => {
  const inMemory = () => {
    const kept = new Map<string, string>()
    return {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, text: string) => void kept.set(name, text),
    }
  }
  type DraftFor = ReturnType<typeof draftsIn>
  const acts: Readonly<Record<string, (draft: ReturnType<DraftFor>, text: string) => void>> = {
    edit: (draft, text) => draft.edit([edit(`P${text.length}`, "MAP", text)]),
    undo: (draft) => draft.undo(),
    redo: (draft) => draft.redo(),
    clear: (draft) => draft.without(() => true),
    say: (draft, text) => draft.say({ from: text }),
  }
  const whose: ReadonlyArray<readonly [organization: string, price_list: string]> = [
    ["demo", "base"],
    ["demo", "EU"],
    ["other", "EU"],
    ['demo","EU', ""],
  ]

  it("are of one organization and price list each, in memory and in what is kept", () => {
    const step = fc.record({
      of: fc.nat(whose.length - 1),
      act: fc.constantFrom(...Object.keys(acts)),
      text: fc.constantFrom("1", "66.95", "169,95"),
      isReloaded: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const together = inMemory()
        let draftFor = draftsIn(together)
        const alone = whose.map(() => inMemory())
        const aloneFor = alone.map(draftsIn)
        for (const { of, act, text, isReloaded } of steps) {
          if (isReloaded) {
            draftFor = draftsIn(together)
            for (const [place, storage] of alone.entries()) aloneFor[place] = draftsIn(storage)
          }
          acts[act]!(draftFor(...whose[of]!), text)
          acts[act]!(aloneFor[of]!(...whose[of]!), text)
          for (const [place, each] of whose.entries()) {
            expect(draftFor(...each).now()).toEqual(aloneFor[place]!(...each).now())
            expect(draftsIn(together)(...each).now()).toEqual(draftFor(...each).now())
          }
        }
      }),
    )
  })

  it("stay where the browser keeps no more, and take what comes late to the list where it began", () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error("quota")
      },
    }
    const draftFor = draftsIn(full)
    const base = draftFor("demo", "base")
    draftFor("demo", "EU").edit([edit("P1", "MAP", "66,95")])
    base.edit([edit("P2", "MAP", "149.95")])
    expect([...draftFor("demo", "EU").now().edits.values()].map(({ text }) => text)).toEqual(["66,95"])
    expect([...draftFor("demo", "base").now().edits.values()].map(({ text }) => text)).toEqual(["149.95"])
  })
})

describe("edits of sizes", () => {
  const days = { effective_from: "2027-01-01", effective_until: null }
  const list = { ...days, price_list: "base", currency: null }
  const ofSize = (variant_key: string, text: string): Edit => ({
    ...edit("P1", "MAP", text),
    of: { variant_key, size: variant_key, among: ["A", "B", "C"] },
  })
  const linesOf = (...edits: ReadonlyArray<Edit>) =>
    editedColorways(withEdits(new Map(), edits), list).map(({ lines, places }) => ({
      lines: lines.map(({ price_type, amount, ends = null, variant_keys = null }) => [
        ...[price_type, amount ?? ends, variant_keys],
      ]),
      places: edits.map((each) => places[cellKey(each)]),
    }))
  const whole = edit("P1", "MAP", "100")
  it.each([
    ["alone", [ofSize("A", "90")], [["MAP", "90", ["A"]]], [0]],
    [
      "before that of their colorway",
      [whole, ofSize("A", "90"), ofSize("B", "90")],
      [
        ["MAP", "100", ["C"]],
        ["MAP", "90", ["A", "B"]],
      ],
      [0, 1, 1],
    ],
    [
      "each of them",
      [whole, ofSize("A", "90"), ofSize("B", "91"), ofSize("C", " End ")],
      [
        ["MAP", "90", ["A"]],
        ["MAP", "91", ["B"]],
        ["MAP", "fall_back", ["C"]],
      ],
      [undefined, 0, 1, 2],
    ],
    ["no amount", [whole, ofSize("A", "x")], [["MAP", "100", null]], [0, undefined]],
  ])("go by %s", (_, edits, lines, places) => expect(linesOf(...edits)).toEqual([{ lines, places }]))
  it("end a price for good alone", () => {
    expect(writtenEdit("end", list)).toEqual({ amount: null })
    expect(writtenEdit("end", { ...list, effective_until: "2027-02-01" }).problem).toContain("for good")
  })
})

describe("a new price", () => {
  it.each([
    ["139,95 €", "EUR", { amount: "139.95" }],
    ["1.299,00", null, { amount: "1299.00" }],
    ["€ 169,95", "USD", { problem: "says €, and the price list is in USD: write the amount in USD" }],
    ["1,299", "USD", { problem: "can be read as 1.299 or 1299: write 1.2990 or 1299" }],
    ["12,345", "KWD", { amount: "12.345" }],
    ["16,000", "JPY", { amount: "16000" }],
    ["", "USD", { problem: "is empty: write an amount" }],
    ["end", "USD", { problem: expect.stringContaining("price sheets take that") }],
  ])("typed as %j in %s is what a price sheet takes it for", (text, currency, read) =>
    expect(writtenPrice(text, currency)).toEqual(read),
  )

  it("is read again as it was prefilled, of any currency", () => {
    const amounts = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.integer({ min: 1, max: 5 }))
      .map(([units, scale]) => {
        const digits = String(units).padStart(scale + 1, "0")
        return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
      })
    fc.assert(
      fc.property(amounts, fc.constantFrom(null, "USD", "JPY", "KWD"), (amount, currency) => {
        const read = writtenPrice(typedAmount(amount), currency)
        expect(compareDecimals(read.amount!, amount)).toBe(0)
      }),
    )
  })
})

it("shows lists below those that they fall back to", () => {
  const list = (price_list: string, parent: string | null) => ({
    price_list,
    name: `List ${price_list}`,
    parent,
  })
  const lists = [list("C", "B"), list("B", "A"), list("A", null), list("X", "gone"), list("A2", "A")]
  expect(listTree(lists).map((each) => `${each.depth} ${each.list.price_list}`)).toEqual([
    ...["0 A", "1 A2", "1 B", "2 C", "0 X"],
  ])
  expect(fallsBackTo(lists, "C")).toEqual(["List B", "List A"])
  expect(fallsBackTo(lists, "X")).toEqual([])
})

describe("what is chosen", () => {
  const size = { rows: 10, columns: 4, page: 3 }
  const from = (row: number, column: number) => ({ anchor: { row, column }, at: { row, column } })
  const press = (key: string, more = {}) => ({
    key,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    ...more,
  })
  it.each([
    ["ArrowDown", {}, 3, 1],
    ["ArrowUp", {}, 1, 1],
    ["ArrowRight", {}, 2, 2],
    ["PageDown", {}, 5, 1],
    ["PageUp", {}, 0, 1],
    ["Home", {}, 2, 0],
    ["End", { ctrlKey: true }, 9, 3],
    ["ArrowDown", { metaKey: true }, 9, 1],
  ])("moves by %s %j", (key, more, row, column) =>
    expect(moved(from(2, 1), press(key, more), size)).toEqual(from(row, column)),
  )
  it("grows with Shift, and stays where no key leads", () => {
    const grown = moved(from(2, 1), press("ArrowDown", { shiftKey: true }), size)!
    expect(grown).toEqual({ anchor: { row: 2, column: 1 }, at: { row: 3, column: 1 } })
    expect([2, 3, 4].map((row) => isChosen(grown, { row, column: 1 }))).toEqual([true, true, false])
    expect(moved(from(2, 1), press("q"), size)).toBeUndefined()
  })
})

it("asks for what the address says, and for nothing else", () => {
  const asked = (text: string) => tableQuery(new URLSearchParams(text))
  expect(asked("")).toEqual({})
  expect(asked("sort=-amount MAP&search=boot&within=30&below_map=1")).toEqual({
    sort: "amount",
    descending: true,
    price_type: "MAP",
    search: "boot",
    changes_within: 30,
    below_map: true,
  })
  expect(asked("sort=-product&list=EU&within=x")).toEqual({ descending: true, price_list: "EU" })
  expect(asked("sort=nothing&within=366")).toEqual({ changes_within: 366 })
})

it.each([
  ["", true],
  ["1", true],
  ["366", true],
  ["367", false],
  ["500", false],
  ["0", false],
  ["-1", false],
  ["1.5", false],
  ["1e2", false],
  ["abc", false],
])("takes %j as days within which prices change: %s", (within, isTaken) => {
  const query = new URLSearchParams({ within })
  expect(withinFault(query)).toEqual(isTaken ? undefined : "Write a whole number of days, 1 to 366")
  expect(tableQuery(query)).toEqual(isTaken && within !== "" ? { changes_within: Number(within) } : {})
})

describe("a closed colorway's cell", () => {
  const list = { currency: null, effective_until: null }
  const size = (name: string, text: string, tone: Shown["tone"] = "changed"): [Edit, Shown] => [
    { ...edit("P1", "MAP", text), of: { variant_key: name, size: name, among: [] } },
    { amount: text, note: `note ${name}`, tone, messages: tone === "warn" ? ["large"] : [] },
  ]
  const own: Shown = { amount: "139.95", note: "+1.00 %", tone: "changed", messages: [] }
  type Said = [
    name: string,
    Shown | undefined,
    Array<[Edit, Shown]>,
    amount: string,
    note: string,
    tone: string,
  ]
  const all = [size("9", "199.95"), size("10", "155.95"), size("11", "160"), size("12", "160")]
  const faulty = [size("9", "x", "bad"), size("10", "5")]
  const both = [size("9", "99", "warn"), size("10", "98", "unchanged")]
  const ends = [size("9", "99"), size("10", "end")]
  it.each<Said>([
    ["nothing of sizes", own, [], "139.95", "+1.00 %", "changed"],
    ["one size", undefined, [size("9", "99")], "99.00", "in 1 size", "changed"],
    ["four sizes", undefined, all, "155.95 – 199.95", "in 4 sizes", "changed"],
    ["an end", undefined, ends, "99.00, end", "in 2 sizes", "changed"],
    ["no amount", undefined, faulty, "5.00, 1 without an amount", "in 2 sizes: note 9", "bad"],
    ["both", own, both, "139.95", "+1.00 %, 2 sizes: 98.00 – 99.00", "warn"],
  ])("says %s", (_, own, sizes, amount, note, tone) => {
    const shown = shownClosed(own, sizes, list)
    expect(shown).toMatchObject({ amount, note, tone })
    if (sizes.some(([, each]) => each.tone === "warn")) expect(shown!.messages).toContain("9: large")
  })
  it("is found by its colorway and price type, also of what was kept", () => {
    const edits = withEdits(new Map(), [size("9", "1")[0], size("10", "2")[0], edit("P1", "MAP", "3")])
    const kept = draftOf(draftText({ edits, from: "", until: "", name: "" })).edits
    expect(
      sizeEdits(kept)
        .get(cellKey(edit("P1", "MAP", "")))
        ?.map(({ text }) => text),
    ).toEqual(["1", "2"])
    expect(sizeEdits(kept).size).toBe(1)
  })
})

it("counts new prices in rows that the filters hide", () => {
  const edits = withEdits(new Map(), [
    edit("P1", "MAP", "1"),
    edit("P1", "MSRP", "2"),
    edit("P2", "MAP", "3"),
  ])
  const outside = (...keys: ReadonlyArray<string>) =>
    editsOutside(
      edits,
      keys.map((product_key) => ({ product_key, color: "Black" })),
    ).length
  expect([outside("P1", "P2"), outside("P2"), outside("P1"), outside()]).toEqual([0, 2, 1, 3])
  expect(unseenText(2, 3, true)).toBe(
    "2 new prices of 3 are in rows that the filters hide: what is generated has them too.",
  )
  expect(unseenText(1, 1, true)).toMatch(/^The new price is in rows that the filters hide: .* it too/)
  expect(unseenText(3, 3, false)).toMatch(/^All 3 new prices are .* hide or that are not read yet:/)
})

describe("what has no place", () => {
  it.each([
    ["a\tb", 2, 0, undefined],
    ["a\tb\tc\td\n1", 2, 0, "2 columns of the block had no place here: the table has no more to the right."],
    ["a\tb\t\t ", 2, 0, undefined],
    ["a", 1, 2, "2 rows of the block had no row here."],
    [
      ...["a\tb", 1, 1],
      "1 column of the block had no place here: the table has no more to the right. 1 row of the block had no row here.",
    ],
  ] as const)("of %j in %i columns, with %i rows too many", (text, columns, without, said) =>
    expect(leftOver(blockOf(text), columns, { without, ends: "no row here." })).toBe(said),
  )
  it.each([
    ["a", false, true, "refuse"],
    ["9", false, true, "refuse"],
    ["9", true, true, "begin"],
    ["9", false, false, undefined],
    ["F2", false, true, "begin"],
  ] as const)(
    "typed: %s where a cell takes an amount: %s, and one may write: %s",
    (key, isCell, mayWrite, act) => {
      let done: string | undefined
      const does = (name: string) => () => {
        done = name
      }
      const acts = {
        ...{ isCell, mayWrite, move: undefined, begin: does("begin"), refuse: does("refuse") },
        ...{ chooseColumn: does("column"), chooseCell: does("cell"), openSizes: does("open") },
        ...{ empty: does("empty"), fillDown: does("fill"), undo: does("undo"), redo: does("redo") },
      }
      const modifiers = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
      actOf({ key, ...modifiers }, acts)?.()
      expect(done).toBe(act)
    },
  )
})

describe("columns in sight", () => {
  // a pixel for each tenth of a rem: names 140 wide, types 152
  const widths = { name: 14, type: 15.2 }
  const box = (scrollLeft: number, clientWidth: number) => ({
    ...{ scrollLeft, clientWidth },
    scrollWidth: 140 + 12 * 152,
  })
  it.each([
    [0, 600, 0, 4],
    [700, 600, 2, 8],
    [1_364, 600, 7, 11],
    [0, 9_999, 0, 11],
  ])("scrolled by %i, %i wide, are types %i to %i", (left, width, first, last) =>
    expect(seenIn(box(left, width), 12, widths)).toEqual({ first, last }),
  )
  it("lie where they are drawn", () => {
    const { left, width } = placeOfColumn(box(0, 600), 1, 12, widths)
    expect([Math.round(left), Math.round(width)]).toEqual([292, 152])
  })
})
