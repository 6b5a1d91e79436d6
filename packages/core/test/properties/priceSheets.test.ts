import { describe, expect, it } from "@effect/vitest"
import type { PriceSheetFile, SheetCell } from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import {
  aBrand,
  aPriceEntry,
  aPriceSheetRequest,
  aPrincipal,
  aProductEntry,
  aVariantEntry,
  layerTest,
} from "@hangtag/testkit"
import * as Effect from "effect/Effect"
import * as FastCheck from "fast-check"
import { brandState, publicId, writeToken } from "../../src/sheets/rules/sheetToken.ts"

const principal = aPrincipal()
const variants = ["A", "B", "007"]
const seed = {
  brands: [aBrand()],
  products: [aProductEntry({ variants: variants.map((variant_key) => aVariantEntry({ variant_key })) })],
  prices: variants.map((variant_key) =>
    aPriceEntry({ variant_key, amount: "90.750", effective_from: "2026-01-01" }),
  ),
}
const system = layerTest({ seed })

const token = (variant_key: string, amount: string | null) =>
  writeToken({
    organization: publicId(principal.organization),
    brand_key: "B1",
    variant_key,
    product_key: "P1",
    brand: brandState(aBrand()),
    at: 1_770_000_000_000_000,
    prices: [{ price_type: "MAP", price_list: "base", amount }],
  })

const texts = FastCheck.oneof(
  FastCheck.constantFrom(
    "A",
    "B",
    "007",
    "MAP",
    "MSRP",
    "95",
    "1,299",
    "end",
    "2026-12-01",
    "12/1/2026",
    "EU",
    "x",
    " ",
  ),
  FastCheck.constantFrom("variant_key", "MAP new", "MAP", "type", "amount", "hangtag row", "from", "until"),
  FastCheck.record({
    key: FastCheck.constantFrom("A", "B", "007", "gone"),
    amount: FastCheck.constantFrom("90.750", "80", null),
  }).map(({ key, amount }) => token(key, amount)),
  FastCheck.string({ unit: "binary" }),
)
const cell = FastCheck.record({
  kind: FastCheck.constantFrom(
    "text" as const,
    "text" as const,
    "text" as const,
    "boolean" as const,
    "error" as const,
    "no_value" as const,
  ),
  text: texts,
  formula: FastCheck.boolean(),
})
const number = FastCheck.record(
  {
    kind: FastCheck.constant("number" as const),
    text: FastCheck.constantFrom("95", "90.75", "46357", "-5", "7", "1000000000000000000000", "0.5"),
    shown_as: FastCheck.constantFrom("date" as const, "percent" as const),
  },
  { requiredKeys: ["kind", "text"] },
)
type Cell = Omit<SheetCell, "column"> | null

const good = (text: string | null): Cell => (text === null ? null : { kind: "text", text })
/** Sheets of each kind: their headings, and a row that can be read. */
const kinds = [
  {
    names: ["variant_key", "MAP", "MAP new", "from", "until", "hangtag row"],
    row: (key: string, amount: string | null, seen: string) => [
      key,
      seen,
      amount,
      null,
      null,
      token(key, seen),
    ],
  },
  {
    names: ["variant_key", "type", "amount", "from", "until", "price_list"],
    row: (key: string, amount: string | null) => [key, "MAP", amount, "2026-12-01", null, null],
  },
  {
    names: ["hangtag row", "MAP new", "MSRP new", "from", "MAP", "product"],
    row: (key: string, amount: string | null, seen: string) => [
      token(key, seen),
      amount,
      null,
      null,
      seen,
      "P1",
    ],
  },
]
/** Rows that can be read, most of their cells at least. */
const rowOf = ({ row }: (typeof kinds)[number]) =>
  FastCheck.record({
    key: FastCheck.constantFrom("A", "B", "007"),
    amount: FastCheck.constantFrom("80", "90.75", "95,00", null),
    seen: FastCheck.constantFrom("90.750", "90.750", "90.750", "88"),
    noise: FastCheck.array(FastCheck.tuple(FastCheck.nat({ max: 60 }), FastCheck.oneof(cell, number)), {
      maxLength: 3,
    }),
  }).map(({ key, amount, seen, noise }) =>
    row(key, amount, seen).map((text, place) => noise.find(([at]) => at === place)?.[1] ?? good(text)),
  )
const sheets = FastCheck.constantFrom(...kinds).chain((kind) =>
  FastCheck.array(rowOf(kind), { maxLength: 12 }).map((grid) => ({ names: kind.names, grid })),
)
const fileOf = (grid: ReadonlyArray<ReadonlyArray<Cell>>): PriceSheetFile => ({
  sheets: [
    {
      name: "Prices",
      rows: grid.map((cells, index) => ({
        row: index + 1,
        cells: cells.flatMap((each, place) => (each === null ? [] : [{ ...each, column: place + 1 }])),
      })),
    },
  ],
  is_1904: false,
})

describe("any price sheet", () => {
  it("is refused as a whole, or has each of its rows come to one thing, and generates what its preview says", async () => {
    await FastCheck.assert(
      FastCheck.asyncProperty(sheets, FastCheck.boolean(), async ({ names, grid }, overwrite) => {
        const heading = names.map((text) => ({ kind: "text" as const, text }))
        const request = aPriceSheetRequest({
          sheet: fileOf([heading, ...grid]),
          effective_from: "2026-12-01",
          on_conflict: overwrite ? "overwrite" : "leave_out",
          on_no_return: "end",
        })
        const [preview, made] = await Effect.runPromise(
          Effect.gen(function* () {
            const { previewPriceSheet, generatePriceSheet } = yield* Hangtag
            return [
              yield* Effect.result(previewPriceSheet(principal, request)),
              yield* Effect.result(generatePriceSheet(principal, request)),
            ] as const
          }).pipe(Effect.provide(system)),
        )
        if (preview._tag === "Failure") {
          expect(preview.failure._tag).toBe("InvalidRequest")
          expect(made._tag).toBe("Failure")
          return
        }
        const { rows, items, reason, created } = preview.success
        expect(rows.unchanged + rows.changed + rows.refused + rows.conflict + rows.ignored).toBe(rows.total)
        expect(rows.total).toBe(grid.length + 1)
        for (const outcome of ["refused", "conflict", "changed"] as const)
          expect(items.filter((item) => item.outcome === outcome).length).toBe(rows[outcome])
        for (const { outcome, why } of items) if (outcome === "refused") expect(why).toBeTruthy()
        expect(made._tag).toBe(reason === null ? "Success" : "Failure")
        if (made._tag === "Success") expect(made.success.created).toBe(created)
      }),
      { numRuns: 100 },
    )
  })
})
