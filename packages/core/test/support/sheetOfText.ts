import type { PriceSheetFile, SheetCell } from "@hangtag/core"
import { brandState, publicId, writeToken } from "../../src/sheets/rules/sheetToken.ts"
import { typeOfText } from "../cases/caseText.ts"

const kinds = { "#": "number", "!": "error", "=": "number" } as const

/**
 * `token A MAP 100.00, MAP@EU none 91.50`: of a variant of `P1` and `B1`, written on 2026-05-01, with its price in `base`, and
 * in `EU` its own and what was shown.
 */
export const tokenOfText = (text: string, organization: string, time_zone: string): string => {
  const [, variant_key = "", rest = ""] = /^token (\S+) (.*)$/.exec(text) ?? []
  const amountOf = (amount: string) => (amount === "none" ? null : amount)
  return writeToken({
    organization: publicId(organization),
    brand_key: "B1",
    brand: brandState({ brand_key: "B1", time_zone }),
    variant_key,
    product_key: "P1",
    at: Date.parse("2026-05-01T00:00:00Z") * 1000,
    prices: rest.split(", ").map((price) => {
      const [type = "", amount = "none", shown] = price.split(" ")
      return {
        ...{ price_list: "base", ...typeOfText(type), amount: amountOf(amount) },
        ...(shown !== undefined && { shown: amountOf(shown) }),
      }
    }),
  })
}

const cellOf = (text: string, column: number, token: (text: string) => string): ReadonlyArray<SheetCell> => {
  if (text === "") return []
  if (text.startsWith("token ")) return [{ column, kind: "text", text: token(text) }]
  const kind = kinds[text[0] as keyof typeof kinds]
  if (kind === undefined) return [{ column, kind: "text", text }]
  const [written = "", currency] = text.slice(1).split(" in ")
  const value = written.replace(/ as date$/, "")
  return [
    {
      ...{ column, kind, text: value },
      ...(value !== written && { shown_as: "date" as const }),
      ...(text[0] === "=" && { formula: true }),
      ...(currency !== undefined && { currency }),
    },
  ]
}

/** A sheet as decision tables write it. */
export const sheetOfText = (
  rows: ReadonlyArray<ReadonlyArray<string>>,
  token: (text: string) => string,
): PriceSheetFile => ({
  sheets: [
    {
      name: "Prices",
      rows: rows.map((cells, index) => ({
        row: index + 1,
        cells: cells.flatMap((text, place) => cellOf(text, place + 1, token)),
      })),
    },
  ],
  is_1904: false,
})
