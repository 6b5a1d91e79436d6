import { describe, expect, it } from "vitest"
import { adjustmentOf, draftIn, faultsIn } from "../page/views/adjust/adjustment.ts"

const asked = (members: Readonly<Record<string, string>>) => {
  const query = new URLSearchParams({ brand: "BW", from: "2027-03-01", ...members })
  return { body: adjustmentOf(draftIn(query), query), faults: faultsIn(draftIn(query)) }
}

describe("an adjustment", () => {
  it.each(["-10", "-10%", "-10 %", "\u221210\u00a0% "])("reads %j as a percent", (value) => {
    expect(asked({ value }).body?.adjust).toEqual({ percent: "-10" })
  })

  it("reads its numbers as people write them", () => {
    const { body } = asked({ kind: "set", value: "1.234,50 €", to: "0,05", ending: ",95" })
    expect(body).toMatchObject({ adjust: { set: "1234.50" }, round: { to: "0.05", ending: "0.95" } })
  })

  it.each([
    ["percent", "%"],
    ["percent", "-10 %%"],
    ["amount", "-10 %"],
    ["set", "10%"],
  ])("of the kind %s refuses %j", (kind, value) => {
    expect(asked({ kind, value })).toMatchObject({ body: undefined, faults: { value: expect.any(String) } })
  })

  it("is of base, or of the price list that the address names", () => {
    expect(asked({ value: "-5" }).body?.selection).not.toHaveProperty("price_list")
    expect(asked({ value: "-5", list: "EU" }).body?.selection).toMatchObject({ all: true, price_list: "EU" })
  })

  it("asks nothing without its first day", () => {
    expect(asked({ value: "-5", from: "" }).body).toBeUndefined()
  })
})
