import { shortened } from "../../exports/rules/exportColumns.ts"
import { type Amount, sameAmount } from "../../kernel/Amount.ts"
import { shortestAmount } from "../../kernel/rules/shortestAmount.ts"
import type { Ending } from "../../prices/PriceRecord.ts"
import type { SheetCell, SheetRow } from "../PriceSheet.ts"
import type { pairCalled } from "./pairCalled.ts"
import {
  type AmountColumn,
  isEmpty,
  pairHeading,
  plainHeading,
  type SheetColumns,
  tokenHeading,
} from "./sheetColumns.ts"
import { type RowToken, readToken } from "./sheetToken.ts"
import { unguarded } from "./unguarded.ts"
import { type AmountStyle, currencyFault, writtenAmount } from "./writtenAmount.ts"
import { serialDate, writtenDate } from "./writtenDate.ts"

/** What rows are read by. */
export interface SheetReading extends Pick<AmountStyle, "decimal_mark"> {
  readonly columns: SheetColumns
  /** Of amounts that name none. */
  readonly price_list: string
  readonly is_1904: boolean
  /** Of rows that have no day. */
  readonly effective_from: string | null
  /** The pair that is meant by what the sheet calls one. */
  readonly called: ReturnType<typeof pairCalled>
  /** The currency of a list, null where it has none; undefined: it takes no prices. */
  readonly currencyOf: (priceList: string) => string | null | undefined
}

/** A new amount, or the end of a price, as a row has it. */
export interface RowEdit {
  readonly price_type: string
  readonly price_list: string
  readonly cell: string
  readonly amount: Amount | null
  /** Where the amount is null. */
  readonly ends?: Ending
  readonly effective_from: string
  readonly effective_until: string | null
  readonly from_formula: boolean
  /** The price when the sheet was written; null: none; undefined: it does not say. */
  readonly was: Amount | null | undefined
}

/** A row as it was read, before prices are. */
export interface RowRead {
  readonly row: number
  /** No edits: unchanged. */
  readonly outcome: "read" | "ignored" | "refused"
  readonly variant_key: string | null
  readonly product_key: string | null
  readonly cell: string | null
  readonly why: string | null
  readonly edits: ReadonlyArray<RowEdit>
  /** The first cell with a day and no new amount that it is for. */
  readonly dayAlone: string | null
  /** The first cell below no heading, of a row that asks for nothing. */
  readonly stray: string | null
}

/** `AB` of 28. */
const columnName = (column: number): string =>
  column > 26
    ? columnName(Math.floor((column - 1) / 26)) + columnName(((column - 1) % 26) + 1)
    : String.fromCharCode(64 + column)

/** Why a row is not read, and for which cell; null: for none of its own. */
class Refused extends Error {
  readonly cell: string | null
  constructor(cell: string | null, why: string) {
    super(why)
    this.cell = cell
  }
}

/** What is wrong with a cell, which the sentence begins with. */
const refused = (cell: string, problem: string) => new Refused(cell, `${cell} ${problem}`)

/** The same, with the cell's text, however long it is. */
const misread = (cell: string, text: string, problem: string) =>
  new Refused(cell, `${cell}, ${JSON.stringify(shortened(text))}, ${problem}`)

/** A token where the row has a whole one; `altered` where it has something else. */
export const tokenOf = (row: SheetRow, { token: column }: SheetColumns): RowToken | "altered" | undefined => {
  const cell = row.cells.find((each) => each.column === column)
  if (isEmpty(cell) || plainHeading(cell.text) === tokenHeading) return undefined
  return readToken(cell.text) ?? "altered"
}

/** The same key, though a program took it for a number, a day or a truth value and wrote it in its own way. */
const isKey = ({ kind, text, shown_as }: SheetCell, key: string): boolean => {
  const own = unguarded(text.trim())
  if (own === unguarded(key.trim()) || shown_as === "date" || kind === "error") return true
  if (own.toLowerCase() === key.toLowerCase()) return kind === "boolean"
  const shown = /^\d(?:[.,](\d+))?e\+?\d+$/i.exec(own)
  const precision = shown === null ? 15 : 1 + (shown[1] ?? "").length
  const value = Number(own.replace(",", "."))
  return (
    own !== "" &&
    key.trim() !== "" &&
    Number.isFinite(value) &&
    Number(key).toPrecision(precision) === value.toPrecision(precision)
  )
}

/** The same price, though a program wrote it in its own way, or rounded it as it was shown. */
const isPrice = ({ kind, text }: SheetCell, seen: Amount): boolean => {
  if (kind !== "text" && kind !== "number") return false
  if (/^\d+(\.\d+)?$/.test(text) && sameAmount(text, seen)) return true
  const bare = text.replaceAll(/[^\d.,' \u00A0\u202F]/g, "")
  return ([".", ","] as const).some((decimal_mark) => {
    const read = writtenAmount(bare, { currency: null, decimal_mark })
    if (typeof read !== "object" || !("amount" in read)) return false
    if (sameAmount(read.amount, seen)) return true
    const places = read.amount.split(".")[1]?.length ?? 0
    // of what is halfway programs round one up and another one to even
    return places > 1 && Math.abs(Number(read.amount) - Number(seen)) < 0.500_001 * 10 ** -places
  })
}

/** A cell's text, where it has one that may count. */
const textOf = (cell: SheetCell | undefined, at: string): string => {
  if (cell === undefined) return ""
  const { kind, text } = cell
  if (kind === "error")
    throw refused(at, `has the error ${shortened(text)}: mend its formula, or write what is meant`)
  if (kind === "no_value")
    throw refused(at, "has a formula without its value: write the value, or save the file again")
  if (kind === "boolean") throw refused(at, `is ${shortened(text)}: write an amount, a date or nothing`)
  return text
}

/** Refuses what a program has made of a key: it may be another one's by now. */
const requireWrittenKey = (cell: SheetCell, at: string) => {
  const { kind, text, shown_as } = cell
  if (kind !== "boolean") textOf(cell, at)
  const hasLost = kind === "number" ? Number(text) >= 1e15 : /^[\d.,]+E\+\d\d/.test(text.trim())
  if (shown_as === "date" || hasLost)
    throw refused(
      at,
      `is a ${hasLost ? "number that has lost digits" : "date, which spreadsheets make of keys such as 1-2"}: write the key there, as a text`,
    )
}

const amountOf = (cell: SheetCell, at: string, style: AmountStyle): Amount | "end" | "nothing" => {
  const text = textOf(cell, at)
  const { kind, shown_as, currency } = cell
  if (shown_as === "percent") throw refused(at, "is a percentage: write the new amount itself")
  if (shown_as === "date") throw refused(at, "is a date: write the new amount as a number")
  const fault = currency && currencyFault(currency, style.currency)
  if (fault)
    throw new Refused(
      at,
      `${at}, by its number format, ${fault}, with a number format that names no other currency`,
    )
  const read = writtenAmount(text, kind === "number" ? { ...style, decimal_mark: "." } : style)
  if (typeof read === "string") return read
  if ("problem" in read) throw misread(at, text, read.problem)
  return read.amount
}

const dateOf = (cell: SheetCell | undefined, at: string, is1904: boolean): string | null => {
  const text = textOf(cell, at)
  const read = cell?.kind === "number" ? serialDate(text, is1904) : writtenDate(text)
  if (read === "nothing") return null
  if ("problem" in read) throw misread(at, text, read.problem)
  return read.date
}

const belowNone =
  "is below no heading: write an amount that has a comma in quotes, or with a point; if it is no part of an amount, give its column a heading"

/** Reads one row below the headings. */
export const readSheetRow = (
  row: SheetRow,
  token: RowToken | "altered" | undefined,
  { columns, called, currencyOf, decimal_mark, ...reading }: SheetReading,
): RowRead => {
  const cellOf = (column: number | undefined) => row.cells.find((each) => each.column === column)
  const at = (column: number) => `${columnName(column)}${row.row}`
  const key = cellOf(columns.key)
  const known = token === "altered" ? undefined : token
  const variant_key = known?.variant_key ?? (isEmpty(key) ? null : unguarded(key.text.trim()))
  const product_key = known?.product_key ?? (unguarded(cellOf(columns.product)?.text.trim() ?? "") || null)
  const nothing = { cell: null, why: null, edits: [], dayAlone: null, stray: null }
  const base = { row: row.row, variant_key, product_key, ...nothing }
  const textIn = (column: number | undefined, otherwise: string | null): string => {
    const text = column === undefined ? "" : unguarded(textOf(cellOf(column), at(column)).trim())
    if (text === "" && otherwise === null)
      throw new Refused(null, "the row has an amount and no price type: write it in its column")
    return text || otherwise!
  }
  const dayIn = (column: number | undefined): string | null =>
    column === undefined ? null : dateOf(cellOf(column), at(column), reading.is_1904)

  /** Refuses what was done to a price that the sheet shows, and would be lost silently; undefined: not known, or not there. */
  const requireAsWritten = (
    column: number | undefined,
    { amount }: AmountColumn,
    then: Amount | null | undefined,
  ) => {
    if (column === undefined || then === undefined) return
    const price = cellOf(column)
    if (isEmpty(price) ? then === null : then !== null && isPrice(price, then)) return
    const was = `${then === null ? "none" : shortestAmount(then)} when the sheet was written`
    throw refused(
      at(column),
      isEmpty(price)
        ? `was ${was}, and is empty: write end into ${at(amount)} where the price is to end`
        : `only shows the price, ${was}: new amounts go into ${at(amount)}`,
    )
  }

  const editOf = (of: AmountColumn): ReadonlyArray<RowEdit> => {
    const written = cellOf(of.amount)
    const cell = at(of.amount)
    const pair = called({
      price_type: of.price_type ?? (isEmpty(written) ? "" : textIn(columns.price_type, null)),
      price_list: of.price_list ?? textIn(columns.price_list, reading.price_list),
    })
    if ("problem" in pair) {
      if (isEmpty(written)) return []
      throw new Refused(cell, `the price type of ${cell} ${pair.problem}`)
    }
    const { price_type, price_list } = pair
    const seen = known?.prices.find(
      (each) => each.price_type === price_type && each.price_list === price_list,
    )
    requireAsWritten(of.price, of, seen?.amount)
    if (!isEmpty(cellOf(of.shown))) requireAsWritten(of.shown, of, seen?.shown)
    if (isEmpty(written)) return []
    const currency = currencyOf(price_list)
    if (currency === undefined)
      throw refused(
        cell,
        `is of the price list ${shortened(price_list)}, which does not exist or is archived`,
      )
    const amount = amountOf(written, cell, { currency, decimal_mark })
    if (amount === "nothing") return []
    if (known !== undefined && seen === undefined)
      throw refused(
        cell,
        `is of ${shortened(pairHeading(price_type, price_list))}, which the sheet was not written of: write a sheet that has it`,
      )
    const effective_from = dayIn(of.from) ?? reading.effective_from
    const effective_until = dayIn(of.until)
    if (effective_from === null)
      throw refused(
        at(of.from ?? of.amount),
        "says no day from which the amount holds: write one as 2026-12-01, or give effective_from for all such rows",
      )
    if (effective_until !== null && amount === "end")
      throw refused(
        at(of.until!),
        `ends what ${cell} ends already: leave it empty, and write what holds after it in a row of its own`,
      )
    return [
      {
        price_type,
        price_list,
        cell,
        ...(amount === "end" ? { amount: null, ends: "fall_back" as const } : { amount }),
        effective_from,
        effective_until,
        from_formula: written.formula === true,
        was: seen?.amount,
      },
    ]
  }

  if (key !== undefined && plainHeading(key.text) === "variant key")
    return { ...base, variant_key: null, outcome: "ignored" }
  const amounts = columns.amounts.map(({ amount }) => amount)
  const written = amounts.filter((amount) => !isEmpty(cellOf(amount)))
  const first = Math.min(...(written.length > 0 ? written : amounts))
  // of 1,299.00 without quotes the second half comes behind the first
  const beside = row.cells.find((cell) => cell.column > first && columns.isStray(cell))
  const stray = beside === undefined ? null : at(beside.column)
  try {
    if (stray !== null && written.length > 0)
      throw isEmpty(beside) ? refused(stray, belowNone) : misread(stray, beside.text, belowNone)
    if (token === "altered")
      throw refused(at(columns.token!), "is not as the sheet was written: take the row from the sheet again")
    if (variant_key === null) {
      if (written.length === 0) return { ...base, outcome: "ignored" }
      throw new Refused(null, "the row has an amount and names no variant")
    }
    if (!isEmpty(key))
      if (known === undefined) {
        if (written.length > 0) requireWrittenKey(key, at(key.column))
      } else if (!isKey(key, known.variant_key))
        throw refused(
          at(key.column),
          `is not ${known.variant_key}, of which the row was written: sort all columns together, and copy whole rows`,
        )
    const edits = columns.amounts.flatMap(editOf)
    const day = row.cells.find(
      (cell) =>
        columns.days.get(cell.column)?.every((amount) => isEmpty(cellOf(amount))) === true && !isEmpty(cell),
    )
    return { ...base, outcome: "read", edits, dayAlone: day === undefined ? null : at(day.column), stray }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { ...base, outcome: "refused", cell: error.cell, why: error.message }
  }
}
