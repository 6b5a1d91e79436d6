import { describe, expect, it } from "vitest"
import { batchKeyFault } from "../../src/changes/rules/batchKey.ts"
import { NotFound } from "../../src/kernel/errors.ts"
import { controlFault, keyFault } from "../../src/kernel/keyFault.ts"

describe("a key", () => {
  it.each(["SKU/42", "a b", "é", "\u{1f600}", "a\u00a0b", "a\u200bb", "", "%0A"])("may be %j", (key) =>
    expect(controlFault(key)).toBeUndefined(),
  )

  it.each([
    ["a\nb", "U+000A"],
    ["\t", "U+0009"],
    ["a\u0000", "U+0000"],
    ["\u007f", "U+007F"],
    ["a\u0085", "U+0085"],
    ["\u009f", "U+009F"],
    ["\u001b[31m", "U+001B"],
  ])("%j has the control character %s", (key, character) => {
    expect(controlFault(key)).toContain(character)
    expect(batchKeyFault(key)).toContain(character)
  })

  it("is shown without what a terminal would act on", () =>
    expect(controlFault("a\u009b31m\u007f")).toBe(
      'the key "a\\u009b31m\\u007f" has the control character U+009B; leave it out',
    ))

  it.each([
    ["\u001b[31m\u009b", "\\u001b[31m\\u009b"],
    ["a\nb\u007f", "a\\u000ab\\u007f"],
    ["\u202egpj.exe\u2066", "\\u202egpj.exe\\u2066"],
    ['SKU/42 "ä" שלום 😀', 'SKU/42 "ä" שלום 😀'],
  ])("that is not found is shown likewise: %j", (key, shown) =>
    expect(new NotFound({ resource: "variant", key }).message).toBe(`No such variant: ${shown}`),
  )

  it.each([
    [{ brand_key: "a\nb" }, true],
    [{ product_key: "P", variants: [{ variant_key: "a" }, { variant_key: "a\tb" }] }, true],
    [{ variant_key: "A", price_type: "MAP\r" }, true],
    [{ key: "\u0001" }, true],
    [{ job_id: "J", discovery_id: "\n" }, true],
    [{ product_key: "P", name: "two\nlines", attributes: { "a\nheading": "x" }, variants: [] }, false],
  ])("of an entry: %j", (entry, isFault) => expect(keyFault(entry) !== undefined).toBe(isFault))
})
