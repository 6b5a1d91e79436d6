import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { HangtagError } from "@hangtag/client"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { sourcesOf, usualColumns } from "../page/views/exports/columns.ts"
import { inPlaceOf } from "../page/views/priceChange/inPlaceOf.ts"

const getPriceBatch = vi.hoisted(() => vi.fn())
vi.mock("../page/app/api.ts", () => ({ api: { getPriceBatch } }))

const page = join(import.meta.dirname, "../page")
const sources = readdirSync(page, { recursive: true, encoding: "utf8" }).filter((name) =>
  /\.tsx?$/.test(name),
)

it("what failed is said in the words of the page, in each of its files", () => {
  const raw = sources.filter(
    (name) =>
      name !== join("format", "messageOf.ts") &&
      /(?:error|refusal|Error\))\??\.message\b/i.test(
        readFileSync(join(page, name), "utf8").replace(/\.test\(.*\.message\)/g, ""),
      ),
  )
  expect(raw).toEqual([])
})

describe("a batch that is replaced", () => {
  const refused = new HangtagError(409, { detail: "No" }, undefined)
  beforeEach(() => getPriceBatch.mockReset())
  it.each([
    [{ status: "published", published_by: "ann", discarded_by: null }, /was published meanwhile by ann:/],
    [
      { status: "discarded", published_by: null, discarded_by: null },
      /discarded meanwhile by another person:/,
    ],
  ])("is said to be open no more: %j", async (batch, sentence) => {
    getPriceBatch.mockResolvedValue(batch)
    await expect(inPlaceOf("PC-1", () => Promise.reject(refused))).rejects.toThrow(sentence)
  })
})

describe("columns of an export", () => {
  const fields = [
    { source_field: "price", label: "Price", group: "price", type: "text", sub_field: "price_type" },
    { source_field: "color", label: "Color", group: "variant", type: "text", sub_field: null },
  ] as const
  it("are of every price type that there is", () => {
    const found = sourcesOf({ fields, attributes: [] }, ["Dealer", "Retail"])
    expect(found.map(({ column }) => column.name)).toEqual(["Price Dealer", "Price Retail", "Color"])
  })
  it("begin with a price of one that there is", () => {
    expect(usualColumns("Dealer").at(-1)).toMatchObject({ name: "Dealer", field: "price", sub: "Dealer" })
  })
})
