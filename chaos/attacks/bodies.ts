import type { Attack } from "./Attack.ts"

const millions = 1_000_000
/** An export that asks for nothing, with something that nobody looks at. */
const ignored = (json: string) =>
  `{"product_keys":["nothing"],"column_mappings":[{"column_name":"K","source_field":"product_key"}],"ignored":${json}}`
const list = (count: number, item: string) => `[${`${item},`.repeat(count - 1)}${item}]`
const members = (count: number, from = 0) =>
  `{${Array.from({ length: count }, (_, index) => `"${from + index}x":1`).join(",")}}`
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`

const texts: Readonly<Record<string, () => string>> = {
  "a million ignored members": () => ignored(members(millions)),
  "a million ignored members of many objects": () =>
    ignored(`[${Array.from({ length: 11 }, (_, i) => members(90_000, i * 90_000)).join(",")}]`),
  "500 times 9,000 brackets": () => ignored(list(500, nested(9_000))),
  "16 MB of escaped quotes": () => ignored(`"${'\\"'.repeat(7.9 * millions)}"`),
  "16 MB of escaped quotes in a number's body": () => ignored(`[1.10,"${'\\"'.repeat(7.9 * millions)}"]`),
  "16 MB of backslashes": () => ignored(`"${"\\".repeat(15.8 * millions)}"`),
  "16 MB of unicode escapes": () => ignored(`[1.10,"${"\\u0041".repeat(2.6 * millions)}"]`),
  "16 MB of numbers": () => ignored(list(3 * millions, "1.10")),
  "16 MB of empty objects": () => ignored(list(5 * millions, "{}")),
  "16 MB of members of one name": () => ignored(`{${'"a":1,'.repeat(2.5 * millions)}"a":1}`),
  "16 MB of blanks": () => ignored(`${" ".repeat(15.8 * millions)}1`),
  "16 MB of a number": () => ignored("1".repeat(15.8 * millions)),
  "16 MB of short texts, then a mistake": () => ignored(list(5 * millions, '""').slice(0, -1)),
  "16 MB of emoji, then a mistake": () => `"${"😀".repeat(3.9 * millions)}`,
  "lines without anything": () => `{"product_key":"BIG","color":"Black","lines":${list(5 * millions, "{}")}}`,
  "keys that are no texts": () =>
    `{"product_keys":${list(90_000, `[${"1,".repeat(80)}1]`)},"column_mappings":[]}`,
  "a large element without its members": () =>
    `{"product_keys":[],"column_mappings":[{"x":"${"y".repeat(90_000)}","z":${list(90_000, '"1234567890123456789012345678901234567890"')}}]}`,
}

const bytes: Readonly<Record<string, () => Uint8Array>> = {
  "16 MB of encoded surrogates": () =>
    Buffer.concat([
      Buffer.from('["'),
      Buffer.alloc(15 * millions, "\xed\xa0\x80", "latin1"),
      Buffer.from('"'),
    ]),
  "16 MB of UTF-32": () =>
    Buffer.concat([
      Buffer.from([0xff, 0xfe, 0, 0]),
      Buffer.alloc(16 * millions, Buffer.from([0x22, 0xf6, 1, 0])),
    ]),
}

/** The one that was sent last: all of them together would be 300 MB. */
let made: { readonly name: string; readonly body: Uint8Array } | undefined

/** Bodies of the largest size taken that hold as many values, brackets, escapes or faults as fit. */
export const bodies: ReadonlyArray<Attack> = Object.entries({ ...texts, ...bytes }).map(([name, text]) => {
  return {
    name: `body: ${name}`,
    run: ({ send }) => {
      if (made?.name !== name) made = { name, body: Buffer.from(text() as Uint8Array) }
      const { body } = made
      const path = name.startsWith("lines")
        ? "/api/pricing/map-policy/B/colorway-prefill"
        : "/api/products/export-async"
      return send({ path, body })
    },
  }
})
