import type { Case } from "../../kernel/rules/decisionTable.cases.ts"

/** The attributes of a product in its latest version, and a URL that a crawl found. */
export interface CatalogUrlGiven {
  readonly attributes: Readonly<
    Record<string, string | ReadonlyArray<string> | Readonly<Record<string, string>>>
  >
  readonly url: string
}

const page = (page: string, url: string): CatalogUrlGiven => ({ attributes: { page }, url })
const same = "It is the same page."

/** Whether the URL is named as one that is already in the catalog. */
export const catalogUrlsCases: ReadonlyArray<Case<CatalogUrlGiven, boolean>> = [
  {
    name: "the same URL",
    given: page("https://shop.test/boot?id=1", "https://shop.test/boot?id=1"),
    expect: true,
    why: "It is a value of one of the product's attributes, whatever that is called.",
  },
  {
    name: "http and https",
    given: page("http://shop.test/boot", "https://shop.test/boot"),
    expect: true,
    why: same,
  },
  {
    name: "case of the host",
    given: page("https://Shop.TEST/boot", "HTTPS://shop.test/boot"),
    expect: true,
    why: same,
  },
  {
    name: "case of the path",
    given: page("https://shop.test/Boot", "https://shop.test/boot"),
    expect: false,
    why: "Servers tell paths apart.",
  },
  {
    name: "default port",
    given: page("https://shop.test:443/boot", "https://shop.test/boot"),
    expect: true,
    why: same,
  },
  {
    name: "another port",
    given: page("https://shop.test:8443/boot", "https://shop.test/boot"),
    expect: false,
    why: "It is another server.",
  },
  {
    name: "slashes at the end, and a fragment",
    given: page("https://shop.test/boot/", "https://shop.test/boot#sizes"),
    expect: true,
    why: same,
  },
  {
    name: "a query",
    given: page("https://shop.test/boot?id=1", "https://shop.test/boot"),
    expect: false,
    why: "Shops tell products apart by it.",
  },
  {
    name: "one of a list",
    given: { attributes: { links: ["none", "https://shop.test/boot"] }, url: "https://shop.test/boot" },
    expect: true,
    why: "A product may be shown in several places.",
  },
  {
    name: "a member of a record",
    given: { attributes: { shown: { at: "https://shop.test/boot" } }, url: "https://shop.test/boot" },
    expect: true,
    why: "Each value counts, wherever it stands.",
  },
  {
    name: "within a text",
    given: page("see https://shop.test/boot", "https://shop.test/boot"),
    expect: false,
    why: "The value is another text.",
  },
  {
    name: "no URL at all",
    given: page("boot", "boot"),
    expect: false,
    why: "What is no URL of http or https names no page.",
  },
]
