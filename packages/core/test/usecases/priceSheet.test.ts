import { assert, describe, it } from "@effect/vitest"
import type { PriceSheetRequest, PriceSheetResult } from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import {
  aBrand,
  aPriceSheetRequest,
  aPrincipal,
  aProductEntry,
  aVariantEntry,
  layerTest,
} from "@hangtag/testkit"
import * as Effect from "effect/Effect"
import { type PriceSheetGiven, priceSheetCases } from "../../src/sheets/rules/priceSheet.cases.ts"
import { priceOfText } from "../cases/caseText.ts"
import { sheetOfText, tokenOfText } from "../support/sheetOfText.ts"

const principal = aPrincipal()
const { organization } = principal

/** One row as the table writes it. */
const textOfRow = ({ row, outcome, cell, edits }: PriceSheetResult["items"][number]): string => {
  if (outcome === "refused") return `${row} refused${cell === null ? "" : ` at ${cell}`}`
  if (outcome === "ignored") return `${row} ignored`
  const texts = edits.map(({ price_type, amount, effective_from, effective_until, from_formula, was, is }) =>
    outcome === "conflict"
      ? `${price_type} ${was ?? "none"} then, ${is ?? "none"} now`
      : `${price_type} ${amount ?? "end"} from ${effective_from}${effective_until === null ? "" : ` until ${effective_until}`}${from_formula ? " (formula)" : ""}`,
  )
  return texts.join("; ")
}

const textsOf = ({ items, rows, notes, reason, created }: PriceSheetResult): ReadonlyArray<string> => {
  const { total, changed, refused, conflict, unchanged, ignored } = rows
  assert.strictEqual(total, changed + refused + conflict + unchanged + ignored)
  assert.strictEqual(
    created,
    items
      .flatMap(({ outcome, edits }) => (outcome === "changed" ? edits : []))
      .filter(({ status }) => status !== "unchanged").length,
  )
  const unlisted = (count: number, of: "unchanged" | "ignored") =>
    count - items.filter(({ outcome }) => outcome === of).length
  const same = unlisted(unchanged, "unchanged")
  const rest = `${same > 0 ? `unchanged ${same}, ` : ""}ignored ${unlisted(ignored, "ignored")}`
  return [
    ...items.map((item) =>
      item.outcome === "refused" || item.outcome === "ignored"
        ? textOfRow(item)
        : `${item.row} ${item.outcome}: ${item.variant_key} ${textOfRow(item)}`,
    ),
    rest,
    ...notes.map((note) => `noted: ${note}`),
    ...(reason === null ? [] : [`refused as ${reason}`]),
  ]
}

const token = (text: string) => tokenOfText(text, organization, "UTC")
const requestOf = ({ rows, on_conflict, effective_from }: PriceSheetGiven): PriceSheetRequest =>
  aPriceSheetRequest({
    sheet: sheetOfText(rows, token),
    ...(on_conflict && { on_conflict }),
    ...(effective_from !== undefined && { effective_from }),
  })

const around = (given: Pick<PriceSheetGiven, "prices">) => {
  const seed = {
    brands: [aBrand()],
    products: [
      aProductEntry({ variants: ["A", "B", "00123"].map((variant_key) => aVariantEntry({ variant_key })) }),
    ],
    prices: given.prices.map(priceOfText),
  }
  return Effect.provide(layerTest({ seed }))
}

describe("a price sheet that comes back", () => {
  for (const { name, given, expect } of priceSheetCases)
    it.effect(name, () =>
      Effect.gen(function* () {
        const { previewPriceSheet, generatePriceSheet, listPriceBatches } = yield* Hangtag
        const request = requestOf(given)
        const preview = yield* Effect.result(previewPriceSheet(principal, request))
        if (preview._tag === "Failure") {
          assert.strictEqual(preview.failure._tag, "InvalidRequest")
          const said = `refused: ${preview.failure.message.replace("sheet: Value error, ", "")}`
          assert.deepStrictEqual([said.slice(0, expect[0]!.length)], expect)
          return
        }
        const texts = textsOf(preview.success)
        // of a note the table has the beginning
        assert.deepStrictEqual(
          texts.map((text, place) =>
            text.startsWith("noted: ") ? text.slice(0, expect[place]?.length) : text,
          ),
          expect,
        )
        assert.strictEqual(preview.success.batch_key, null)
        assert.strictEqual((yield* listPriceBatches(principal)).total, 0)
        // generating comes to the same, or is refused for what the preview says
        const made = yield* Effect.result(generatePriceSheet(principal, request))
        const { reason } = preview.success
        if (made._tag === "Failure") {
          assert.strictEqual(made.failure._tag, "PriceChangeRefused")
          assert.strictEqual("refusal" in made.failure && made.failure.refusal.reason, reason)
          assert.strictEqual((yield* listPriceBatches(principal)).total, 0)
          return
        }
        assert.strictEqual(reason, null)
        assert.deepStrictEqual({ ...made.success, batch_key: null }, preview.success)
        const { items } = yield* listPriceBatches(principal)
        assert.deepStrictEqual(
          items.map(({ key, status, counts }) => [key, status, counts.records]),
          [[made.success.batch_key, "open", made.success.created + made.success.returns]],
        )
      }).pipe(around(given)),
    )

  it.effect("of another organization is not read", () =>
    Effect.gen(function* () {
      const { previewPriceSheet } = yield* Hangtag
      const rows = [
        ["MAP new", "hangtag row"],
        ["#95", "token A MAP 100"],
      ]
      const sheet = sheetOfText(rows, (text) => tokenOfText(text, "another", "UTC"))
      const refused = yield* Effect.flip(previewPriceSheet(principal, aPriceSheetRequest({ sheet })))
      assert.include(refused.message, "of another organization")
    }).pipe(around({ prices: [] })),
  )

  it.effect(
    "says which rows have lost what they were written with, and names headings in what it refuses",
    () =>
      Effect.gen(function* () {
        const { previewPriceSheet } = yield* Hangtag
        const rows = [
          ["variant_key", "MAP", "MAP new", "MAP from", "MAP until", "hangtag row"],
          ["A", "100", "95", "2026-12-01", "", ""],
          ["B", "100", "95", "2026-12-01", "2026-11-01", "token B MAP 100.00"],
        ]
        const sheet = sheetOfText(rows, token)
        const { notes, items } = yield* previewPriceSheet(principal, aPriceSheetRequest({ sheet }))
        assert.lengthOf(notes, 1)
        assert.match(notes[0]!, /^1 row has nothing in the column "hangtag row"/)
        assert.deepStrictEqual(
          items.map(({ why }) => why),
          [null, "C3 ends before it begins: write a later day into until, or leave it empty"],
        )
      }).pipe(around({ prices: ["A MAP 100.00 from 2026-01-01", "B MAP 100.00 from 2026-01-01"] })),
  )

  it.effect("says first that there is no such list, and quotes the beginning of long cells", () =>
    Effect.gen(function* () {
      const { previewPriceSheet } = yield* Hangtag
      const long = "9".repeat(200_000)
      const rows = [
        ["variant_key", "type", "price_list", "amount", "from"],
        ["A", "MAP", "kw", "31.600", "2026-12-01"],
        ["A", "MAP", "base", long, "2026-12-01"],
        ["A", "MAP", "base", "95", long],
        ["A", "MAP", long, "95", "2026-12-01"],
        [long, "MAP", "base", "95", "2026-12-01"],
      ]
      const sheet = sheetOfText(rows, token)
      const { items } = yield* previewPriceSheet(principal, aPriceSheetRequest({ sheet }))
      assert.strictEqual(items[0]!.why, "D2 is of the price list kw, which does not exist or is archived")
      assert.lengthOf(items, 5)
      for (const { why } of items) assert.isBelow(why!.length, 250)
    }).pipe(around({ prices: [] })),
  )

  it.effect("says which key a spreadsheet has changed, and what to write there", () =>
    Effect.gen(function* () {
      const { previewPriceSheet } = yield* Hangtag
      const rows = [
        ["variant_key", "type", "amount", "from"],
        ["#46054 as date", "MAP", "95", "2026-12-01"],
        ["4.00638E+12", "MAP", "95", "2026-12-01"],
      ]
      const sheet = sheetOfText(rows, token)
      const { items } = yield* previewPriceSheet(principal, aPriceSheetRequest({ sheet }))
      assert.deepStrictEqual(
        items.map(({ why }) => why),
        [
          "A2 is a date, which spreadsheets make of keys such as 1-2: write the key there, as a text",
          "A3 is a number that has lost digits: write the key there, as a text",
        ],
      )
    }).pipe(around({ prices: [] })),
  )

  it.effect("of a brand whose days have moved is not read", () =>
    Effect.gen(function* () {
      const { generatePriceSheet } = yield* Hangtag
      const rows = [
        ["MAP new", "hangtag row"],
        ["#95", "token A MAP 100"],
      ]
      const sheet = sheetOfText(rows, (text) => tokenOfText(text, organization, "Europe/Berlin"))
      const refused = yield* Effect.flip(generatePriceSheet(principal, aPriceSheetRequest({ sheet })))
      assert.include(refused.message, "time zone")
    }).pipe(around({ prices: [] })),
  )

  it.effect("is judged by the brand's policy as a whole", () =>
    Effect.gen(function* () {
      const { previewPriceSheet } = yield* Hangtag
      const rows = [
        ["variant_key", "type", "amount", "from"],
        ["A", "MAP", "200", "2026-12-01"],
        ["A", "MSRP", "150", "2026-12-01"],
      ]
      const found = yield* previewPriceSheet(
        principal,
        aPriceSheetRequest({ sheet: sheetOfText(rows, token) }),
      )
      const warnings = found.colorways.flatMap((colorway) => colorway.warnings)
      assert.include(
        warnings.map(({ kind }) => kind),
        "above_msrp",
      )
    }).pipe(around({ prices: ["A MSRP 250 from 2026-01-01", "A MAP 100 from 2026-01-01"] })),
  )
})
