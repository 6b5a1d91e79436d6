import { changeSheetRows } from "@hangtag/core/adapter"
import { aPriceRecord } from "@hangtag/testkit"
import { expect, it } from "vitest"
import { sheetLists } from "../../src/lists/rules/sheetLists.ts"

it("a row is made when it is asked for, before the price types behind it are looked at", () => {
  const record = aPriceRecord({ status: "draft", batch_key: "X" })
  const looked: Array<string> = []
  const pairs = ["MAP", "MSRP"].map((price_type) => ({
    price_type,
    price_list: "base",
    held: new Set([record.record_key]),
    withdrawing: new Set<string>(),
    get records() {
      looked.push(price_type)
      return [record]
    },
  }))
  const facts = {
    variant_key: "A",
    product_key: "P1",
    color: "",
    size: "",
    product_name: "",
    time_zone: "UTC",
    batch: { key: "X", published_at: null },
  }
  const rows = changeSheetRows({ ...facts, pairs }, 0, sheetLists(new Map()))
  expect(rows.next().value?.slice(-4)).toEqual(["new", "base", null, null])
  expect(looked).toEqual(["MAP"])
  expect([...rows]).toHaveLength(1)
})
