import type { Attack } from "./Attack.ts"

/** Almost as much as is taken: of an export, and of a preview. */
const largest = 4.1e6
const largestPreview = 1.04e6
/** An export that asks for nothing, with something that is not looked at. */
const ignored = (json: string) =>
  `{"product_keys":["nothing"],"column_mappings":[{"column_name":"K","source_field":"product_key"}],"ignored":${json}}`
const list = (count: number, item: string | ((index: number) => string)) =>
  `[${Array.from({ length: count }, (_, index) => (typeof item === "string" ? item : item(index))).join(",")}]`
/** As many of them as fit. */
const filled = (item: string, bytes = largest) => list(Math.floor(bytes / (item.length + 1)), item)
const repeated = (part: string) => part.repeat(largest / Buffer.byteLength(part))
const members = (count: number, from = 0, padding = "x") =>
  `{${Array.from({ length: count }, (_, index) => `"${from + index}${padding}":1`).join(",")}}`
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`
const line = '{"price_type":"MAP","amount":1.10,"effective_from":"2099-01-01T00:00:00.000001+01:00"}'
const preview = (lines: string) => `{"product_key":"BIG","color":"Black","lines":${lines}}`

const texts: Readonly<Record<string, () => string>> = {
  "members that are not looked at": () => ignored(members(largest / 12)),
  "members of many objects": () => ignored(list(4, (nth) => members(90_000, nth * 90_000, ""))),
  "120,000 long names": () => ignored(list(2, (nth) => members(60_000, nth * 60_000, "x".repeat(24)))),
  "200 times 9,000 brackets": () => ignored(list(200, nested(9_000))),
  "25 times 9,000 brackets": () => ignored(list(25, nested(9_000))),
  "a text of escaped quotes": () => ignored(`"${repeated('\\"')}"`),
  "a text of escaped quotes beside a number": () => ignored(`[1.10,"${repeated('\\"')}"]`),
  "texts of escaped quotes": () => ignored(filled(`"${'\\"'.repeat(98_000)}"`)),
  "a text of backslashes": () => ignored(`"${repeated("\\")}"`),
  "a text of unicode escapes": () => ignored(`[1.10,"${repeated("\\u0041")}"]`),
  "texts of unicode escapes": () => ignored(filled(`"${"\\u0041".repeat(98_000)}"`)),
  numbers: () => ignored(filled("1.10")),
  "120,000 long numbers": () => ignored(list(120_000, "1.12345678901234567890123456789")),
  "numbers of 4,300 digits": () => ignored(filled("1".repeat(4_300))),
  "a number": () => ignored(repeated("1")),
  "a fraction": () => ignored(`0.${repeated("1")}`),
  "empty objects": () => ignored(filled("{}")),
  "members of one name": () => ignored(`{${'"a":1,'.repeat(largest / 6)}"a":1}`),
  blanks: () => ignored(`${repeated(" ")}1`),
  "more blanks than are taken": () => ignored(`${repeated(" ").repeat(2)}1`),
  "short texts, then a mistake": () => ignored(filled('""').slice(0, -1)),
  "120,000 texts, then a mistake": () => ignored(list(120_000, `"${"x".repeat(30)}"`).slice(0, -1)),
  "emoji, then a mistake": () => `"${repeated("😀")}`,
  "lines without anything": () => preview(filled("{}", largestPreview - 100)),
  "11,000 lines": () => preview(list(11_000, line)),
  "11,000 lines of amounts of a thousand digits": () =>
    preview(list(11_000, line.replace("1.10", "1e-998"))).replace("BIG", "ONE"),
  "10,000 lines of which each is wrong": () => preview(list(10_000, line.replace('MAP"', 'MAP","x":[]'))),
  "keys that are no texts": () => `{"product_keys":${list(20_000, list(99, "1"))},"column_mappings":[]}`,
  "99,000 keys that are no texts": () => `{"product_keys":${list(99_000, "[1]")},"column_mappings":[]}`,
  "a large element without its members": () =>
    `{"product_keys":[],"column_mappings":[{"x":"${"y".repeat(90_000)}","z":${list(90_000, '"123456789012345678901234567890123456789"')}}]}`,
}

const bytes: Readonly<Record<string, () => Uint8Array>> = {
  "encoded surrogates": () =>
    Buffer.concat([Buffer.from('["'), Buffer.alloc(3_900_000, "\xed\xa0\x80", "latin1"), Buffer.from('"')]),
  "UTF-32": () =>
    Buffer.concat([
      Buffer.from([0xff, 0xfe, 0, 0]),
      Buffer.alloc(4_000_000, Buffer.from([0x22, 0xf6, 1, 0])),
    ]),
}

/** The one that was sent last: all of them together would be 100 MB. */
let made: { readonly name: string; readonly body: Uint8Array } | undefined

/** Bodies of the largest size taken that hold as many values, brackets, escapes or faults as fit. */
export const bodies: ReadonlyArray<Attack> = Object.entries({ ...texts, ...bytes }).map(([name, text]) => {
  return {
    name: `body: ${name}`,
    run: ({ send }) => {
      if (made?.name !== name) made = { name, body: Buffer.from(text() as Uint8Array) }
      const { body } = made
      const path = /lines/.test(name)
        ? "/api/pricing/map-policy/B/colorway-prefill"
        : "/api/products/export-async"
      return send({ path, body })
    },
  }
})
