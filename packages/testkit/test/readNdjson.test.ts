import { describe, expect, it } from "vitest"
import { readNdjson } from "../src/index.ts"

describe("readNdjson", () => {
  it("reads every kind, filling in what may be left out", () => {
    const seed = readNdjson(`
{"kind":"price","variant_key":"V","price_type":"MAP","amount":149.90,"effective_from":"2026-09-01","status":"active","batch":"B"}
{"kind":"brand","brand_key":"B1","name":"North Trail","time_zone":"America/New_York"}
{"kind":"brand","brand_key":"B2","name":"South Trail"}\r
{"kind":"product","brand_key":"B1","product_key":"P1","version":2,"name":"Boot","source":"scraper","variants":[{"variant_key":"V"}]}

{"kind":"batch","key":"B","status":"open"}
{"kind":"crawl_discovery","job_id":"C","discovery_id":"D","url":"https://example.com"}
{"kind":"attribute","attribute_key":"material"}
`)
    expect(seed).toEqual({
      price_lists: [],
      brands: [
        { brand_key: "B1", name: "North Trail", time_zone: "America/New_York" },
        { brand_key: "B2", name: "South Trail", time_zone: "UTC" },
      ],
      products: [
        {
          brand_key: "B1",
          product_key: "P1",
          version: 2,
          name: "Boot",
          source: "scraper",
          labels: [],
          attributes: {},
          variants: [
            {
              variant_key: "V",
              name: "",
              color: "",
              size: "",
              width: "",
              vendor_color_code: "",
              attributes: {},
            },
          ],
        },
      ],
      prices: [
        {
          variant_key: "V",
          price_type: "MAP",
          amount: "149.90",
          effective_from: "2026-09-01",
          status: "active",
          batch_key: "B",
        },
      ],
      batches: [{ key: "B", status: "open" }],
      discoveries: [
        { job_id: "C", discovery_id: "D", url: "https://example.com", title: null, selected: false },
      ],
      attributes: [{ attribute_key: "material", label: null }],
    })
  })

  it.each([
    ["{", 1],
    ['{"kind":"brand","brand_key":"B","name":"n"}\n{"kind":"brandy"}', 2],
    [
      '\n\n{"kind":"price","variant_key":"V","price_type":"MAP","amount":-1,"effective_from":"2026-09-01","status":"active"}',
      3,
    ],
  ])("throws with the number of a line that is none", (ndjson, line) => {
    expect(() => readNdjson(ndjson)).toThrow(new RegExp(`^Line ${line} of the catalog: `))
  })
})
