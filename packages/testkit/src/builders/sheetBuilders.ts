import type { PriceSheetRequest } from "@hangtag/core"
import { anOnCollision } from "./priceChangeBuilders.ts"

/** A sheet without rows, of brand `B1`, into a new batch. */
export const aPriceSheetRequest = (with_: Partial<PriceSheetRequest> = {}): PriceSheetRequest => ({
  sheet: { sheets: [], is_1904: false },
  brand_key: "B1",
  price_list: null,
  effective_from: null,
  key_column: null,
  decimal_mark: null,
  on_conflict: "leave_out",
  batch_key: null,
  name: null,
  on_collision: anOnCollision(),
  on_no_return: "refuse",
  ...with_,
})
