import { catalogUrls, urlKey } from "@hangtag/core"
import { describe, expect, it } from "vitest"

describe("the key of a URL", () => {
  it.each([
    ["https://shop.test/boot", "shop.test/boot"],
    ["HTTP://Shop.TEST/Boot", "shop.test/Boot"],
    ["  https://shop.test/boot/ ", "shop.test/boot"],
    ["https://shop.test/boot#size", "shop.test/boot"],
    ["https://shop.test/boot/?", "shop.test/boot"],
    ["https://shop.test/boot?id=1&a=b/", "shop.test/boot?id=1&a=b/"],
    ["https://shop.test", "shop.test"],
    ["https://shop.test///", "shop.test"],
    ["https://shop.test:443/a", "shop.test/a"],
    ["http://shop.test:80/a", "shop.test/a"],
    ["http://shop.test:443/a", "shop.test:443/a"],
    ["https://shop.test:8443/a", "shop.test:8443/a"],
    ["https://shop.test/%C3%A9/é", "shop.test/%C3%A9/é"],
    ["https://shop.test?q=1#x?y", "shop.test?q=1"],
    ["ftp://shop.test/a/", "ftp://shop.test/a/"],
    ["https:///a", "https:///a"],
    ["", ""],
    ["boot ", "boot"],
  ])("of %j is %j", (url, key) => expect(urlKey(url)).toBe(key))

  it("is its own key's, and takes a long path in a moment", () => {
    const long = `https://shop.test/${"/".repeat(200_000)}x${"/".repeat(200_000)}`
    expect(urlKey(long)).toHaveLength("shop.test/".length + 200_001)
  })
})

describe("what a product is found by", () => {
  it("is each URL among the values of its attributes, once", () => {
    const attributes = {
      page: "https://shop.test/a",
      same: "http://shop.test/a/",
      list: ["none", "https://shop.test/b", 7, null],
      record: { at: "https://shop.test/c", more: ["https://shop.test/d"], key: true },
      option: { key: "k", label: "https://shop.test/e" },
      text: "see https://shop.test/f",
      scheme: "https://",
      none: null,
    }
    const paths = ["a", "b", "c", "d", "e"].map((path) => `shop.test/${path}`)
    expect(catalogUrls(attributes)).toEqual(paths)
  })
  it("is a hundred of them at most", () => {
    const links = Array.from({ length: 500 }, (_, nth) => `https://shop.test/${nth}`)
    expect(catalogUrls({ links })).toHaveLength(100)
  })
})
