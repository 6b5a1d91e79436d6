import * as Schema from "effect/Schema"
import { BatchName } from "../changes/PriceBatch.ts"
import {
  ColorwayChangeResult,
  defaultOnCollision,
  OnCollision,
  OnNoReturn,
  WouldBeRefused,
} from "../changes/PriceChange.ts"
import { Amount } from "../kernel/Amount.ts"
import { EffectiveFrom } from "../kernel/EffectiveFrom.ts"
import { orNull, withDefault } from "../kernel/withDefault.ts"
import { LineStatus } from "../prices/ColorwayPreview.ts"
import { amountOrEnds } from "../prices/PriceRecord.ts"

/** A cell that has something in it, as its file has it. */
export const SheetCell = Schema.Struct({
  /** From 1 on. */
  column: Schema.Int.check(Schema.isGreaterThan(0)),
  /** `no_value`: a formula that its file has no value of. */
  kind: Schema.Literals(["text", "number", "boolean", "error", "no_value"]),
  /** A number as a plain decimal, at most 15 digits of a fraction; an error as programs write it. */
  text: Schema.String,
  /** Its value was computed; it is never computed here. */
  formula: Schema.optionalKey(Schema.Boolean),
  /** What a number is shown as, where not as one. */
  shown_as: Schema.optionalKey(Schema.Literals(["date", "percent"])),
  /** The sign or code of a currency that a number is shown with, by its format. */
  currency: Schema.optionalKey(Schema.String),
}).annotate({ identifier: "SheetCell" })
export interface SheetCell extends Schema.Schema.Type<typeof SheetCell> {}

/** A row by its number in the file, from 1 on, with its cells that are not empty, by column; an empty last one says how many a row of csv has. */
export const SheetRow = Schema.Struct({ row: Schema.Int, cells: Schema.Array(SheetCell) })
export interface SheetRow extends Schema.Schema.Type<typeof SheetRow> {}

/** A price sheet as it was read: the rows of each of its sheets, whatever the file was. */
export const PriceSheetFile = Schema.Struct({
  sheets: Schema.Array(Schema.Struct({ name: Schema.String, rows: Schema.Array(SheetRow) })),
  /** Days are counted from 1904, as Macs did. */
  is_1904: withDefault(Schema.Boolean, false),
}).annotate({ identifier: "PriceSheetFile" })
export interface PriceSheetFile extends Schema.Schema.Type<typeof PriceSheetFile> {}

/** What becomes of rows whose price is another by now: they are left out, written all the same, or keep all from being written. */
export const OnConflict = Schema.Literals(["leave_out", "overwrite", "refuse"])
export type OnConflict = typeof OnConflict.Type

/** A price sheet that is taken back, with what its rows may leave out. */
export const PriceSheetRequest = Schema.Struct({
  sheet: PriceSheetFile,
  /** Of a sheet that does not say it; a sheet is of one brand. */
  brand_key: orNull(Schema.String),
  /** Of a sheet of one's own, for amounts that name none; null: `base`. */
  price_list: orNull(Schema.String),
  /** From when on rows without a day of their own hold. */
  effective_from: orNull(EffectiveFrom),
  /** The heading of the column with variant keys, where it is another one. */
  key_column: orNull(Schema.String),
  /** What separates fractions in amounts that are texts; null: an amount that could be read in two ways is refused. */
  decimal_mark: orNull(Schema.Literals([".", ","])),
  on_conflict: withDefault(OnConflict, "leave_out"),
  /** An open price change to fill; null: a new one. */
  batch_key: orNull(Schema.String),
  /** Of a new batch. */
  name: orNull(BatchName),
  on_collision: withDefault(OnCollision, defaultOnCollision),
  on_no_return: withDefault(OnNoReturn, "refuse"),
}).annotate({ identifier: "PriceSheetRequest" })
export interface PriceSheetRequest extends Schema.Schema.Type<typeof PriceSheetRequest> {}

/**
 * What a row comes to, each row one of them: `unchanged`, nothing is asked for that is not so already; `changed`, it is in the
 * change; `refused`, it cannot be read or done; `conflict`, its price is another than the sheet says; `ignored`, it is no
 * row of prices, or says again what another one does.
 */
export const SheetOutcome = Schema.Literals(["unchanged", "changed", "refused", "conflict", "ignored"])
export type SheetOutcome = typeof SheetOutcome.Type

/** A new amount of a row, or the end of a price. */
export const SheetEdit = Schema.Struct({
  price_type: Schema.String,
  price_list: Schema.String,
  /** Where the amount is. */
  cell: Schema.String,
  /** Null: the price ends. */
  ...amountOrEnds,
  effective_from: Schema.String,
  effective_until: Schema.NullOr(Schema.String),
  /** A formula's value. */
  from_formula: Schema.Boolean,
  /** The price when the sheet was written; null: there was none, or the sheet does not say. */
  was: Schema.NullOr(Amount),
  /** The price in force now; null: there is none. */
  is: Schema.NullOr(Amount),
  /** The price just before it begins, with what is scheduled until then; null: there is none, or it is not in the change. */
  previous: Schema.NullOr(Amount),
  /** Against that; null: not in the change. */
  status: Schema.NullOr(LineStatus),
}).annotate({ identifier: "SheetEdit" })
export interface SheetEdit extends Schema.Schema.Type<typeof SheetEdit> {}

/** What became of a row that has a new amount, or is refused or ignored for a reason. */
export const SheetRowResult = Schema.Struct({
  row: Schema.Int,
  outcome: SheetOutcome,
  variant_key: Schema.NullOr(Schema.String),
  /** What is wrong, or why it is ignored; and in which cell. */
  cell: Schema.NullOr(Schema.String),
  why: Schema.NullOr(Schema.String),
  edits: Schema.Array(SheetEdit),
}).annotate({ identifier: "SheetRowResult" })
export interface SheetRowResult extends Schema.Schema.Type<typeof SheetRowResult> {}

/** A colorway of a sheet, with what is asked of it. */
export const SheetColorway = Schema.Struct({
  ...ColorwayChangeResult.fields,
  /** The first hundred: one of each amount and its days, with how many variants have it. */
  lines: Schema.Array(
    Schema.Struct({
      price_type: Schema.String,
      price_list: Schema.String,
      ...amountOrEnds,
      effective_from: Schema.String,
      effective_until: Schema.NullOr(Schema.String),
      variants: Schema.Int,
    }),
  ),
}).annotate({ identifier: "SheetColorway" })
export interface SheetColorway extends Schema.Schema.Type<typeof SheetColorway> {}

/** How many rows of an answer are listed; those that are refused or conflict come into it first. */
export const mostSheetRows = 5_000

/** What a price sheet came to, or would. Counts of rows add up to those of its sheet that are not empty. */
export class PriceSheetResult extends Schema.Opaque<PriceSheetResult>()(
  Schema.Struct({
    /** Null in a preview of a new batch. */
    batch_key: Schema.NullOr(Schema.String),
    brand_key: Schema.String,
    /** The one of the file's sheets that has prices. */
    sheet: Schema.String,
    /** ISO 8601, UTC: when it was written, of the row of the earliest; null: it does not say, and is judged without a basis. */
    written_at: Schema.NullOr(Schema.String),
    rows: Schema.Struct({
      total: Schema.Int,
      unchanged: Schema.Int,
      changed: Schema.Int,
      refused: Schema.Int,
      conflict: Schema.Int,
      ignored: Schema.Int,
    }),
    /** By row: the first 5,000, those that are refused or conflict before others. Unchanged are those whose new amounts are in force already. */
    items: Schema.Array(SheetRowResult),
    /** What to know of the sheet as a whole. */
    notes: Schema.Array(Schema.String),
    /** By product key and color, a hundred at most; `line` of a collision or warning is the place in `lines`. */
    colorways: Schema.Array(SheetColorway),
    total_colorways: Schema.Int,
    created: Schema.Int,
    returns: Schema.Int,
    withdrawals: Schema.Int,
    /** How many. */
    warnings: Schema.Int,
    ...WouldBeRefused,
    reason: Schema.NullOr(Schema.Literals(["sheet_moved", ...WouldBeRefused.reason.members[0].literals])),
  }).annotate({ identifier: "PriceSheetResult" }),
) {}
