// From the bytes of a body to its values, or to the text of the 422 with every error: Hangtag, zod and TypeBox.

import { equal, ok } from "node:assert/strict"
import { isDeepStrictEqual } from "node:util"
import { AddRecordsByVariantsRequest, ColorwayPrefillRequest } from "@hangtag/core"
import { ExportAsked, stringifyParsed } from "@hangtag/core/adapter"
import { Schema } from "effect"
import { requestDecoder, type SlotSchemas } from "../../packages/http-adapter/src/validation/decodeRequest.ts"
import { typeBoxDecoder } from "./peers/typeBoxBodies.ts"
import { zodDecoder } from "./peers/zodBodies.ts"
import { median, megabytes, short, times } from "./support/figures.ts"
import { interleave, timed } from "./support/interleave.ts"
import { report } from "./support/report.ts"
import { table } from "./support/table.ts"

type Item = (index: number, wrong: boolean) => unknown
interface Operation {
  readonly schema: NonNullable<SlotSchemas["body"]>
  readonly body: (items: number, item: (index: number) => unknown, wrong: boolean) => unknown
  readonly item: Item
}

/** Which of three things is wrong with the n-th item. */
const kindOf = (n: number) => Math.floor(n / 10) % 3

const longName = "North Trail Ridge Boot, waterproof, full grain leather, welted, men's"

const operations: Readonly<Record<Parameters<typeof zodDecoder>[0], Operation>> = {
  "colorway-prefill": {
    schema: ColorwayPrefillRequest,
    body: (items, item) => ({
      product_key: "P1",
      color: "Black",
      lines: Array.from({ length: items }, (_, n) => item(n)),
    }),
    item: (n, wrong) => ({
      price_type: "MAP of authorized dealers, online and in stores",
      amount: wrong && kindOf(n) === 0 ? "much" : (14_995 + (n % 400) * 11) / 100,
      ...(wrong && kindOf(n) === 1
        ? {}
        : { effective_from: wrong && kindOf(n) === 2 ? "soon" : "2026-12-01T08:30:00Z" }),
    }),
  },
  "export-async": {
    schema: ExportAsked,
    body: (items, item) => ({
      product_keys: ["P1", "P2"],
      column_mappings: Array.from({ length: items }, (_, n) => item(n)),
      export_format: "csv",
    }),
    item: (n, wrong) => ({
      column_name: wrong ? n : `Column ${n} of ${longName}`,
      source_field: "price",
      sub_field: "MAP",
      use_label: wrong ? "perhaps" : "yes",
    }),
  },
  "add-records-by-variants": {
    schema: AddRecordsByVariantsRequest,
    body: (items, item) => ({
      variant_keys: Array.from({ length: items }, (_, n) => item(n)),
      price_types: null,
    }),
    item: (n, wrong) => (wrong ? n : `P${n}/${longName}, color black, size nine and a half, extra wide`),
  },
  "crawl-discoveries": {
    schema: Schema.Struct({ selected: Schema.Boolean }),
    body: (items, item, wrong) => ({
      selected: wrong ? "perhaps" : true,
      // fields that nothing reads pad the smallest body there is
      note: Array.from({ length: items }, (_, n) => item(n)),
    }),
    item: (n) => `note ${n}`,
  },
}

/** A body of about N bytes; where it is wrong, one item of ten is. */
const bodyOf = ({ body, item }: Operation, bytes: number, wrong: boolean): Buffer => {
  const text = (items: number) => JSON.stringify(body(items, (n) => item(n, wrong && n % 10 === 3), wrong))
  const perItem = (text(110).length - text(10).length) / 100
  return Buffer.from(text(Math.max(4, Math.round((bytes - text(0).length) / perItem))))
}

const ourDecoder = (schema: NonNullable<SlotSchemas["body"]>) => {
  const decode = requestDecoder({ body: schema })
  return (body: Buffer): unknown => {
    const decoded = decode({ params: {}, query: "", headers: { "content-type": "application/json" }, body })
    return decoded._tag === "Valid"
      ? decoded.values.body
      : decoded._tag === "Invalid"
        ? stringifyParsed({ detail: decoded.detail })
        : undefined
  }
}

const sizes = { "1 kB": 1_000, "32 kB": 32_000, "1 MB": 1_000_000 }
const rows: Array<{ readonly case: string; readonly figures: Record<"ours" | "zod" | "typebox", number> }> =
  []
for (const name of Object.keys(operations) as Array<keyof typeof operations>) {
  const operation = operations[name]
  const decoders = {
    ours: ourDecoder(operation.schema),
    zod: zodDecoder(name),
    typebox: typeBoxDecoder(name),
  }
  for (const [size, bytes] of Object.entries(sizes)) {
    for (const wrong of [false, true]) {
      const body = bodyOf(operation, bytes, wrong)
      const [ours, zod, typebox] = [decoders.ours(body), decoders.zod(body), decoders.typebox(body)]
      ok(isDeepStrictEqual(ours, zod), `${name} ${size}: not the same answer`)
      equal(typeof typebox, typeof ours)
      const repeat = Math.max(2, Math.round(2_000_000 / bytes))
      const many = (decode: (body: Buffer) => unknown) => async () =>
        (await timed(() => {
          for (let n = 0; n < repeat; n++) decode(body)
        })) / repeat
      const runs = await interleave(
        { ours: many(decoders.ours), zod: many(decoders.zod), typebox: many(decoders.typebox) },
        13,
      )
      rows.push({
        case: `\`${name}\` ${wrong ? 422 : 200}, ${size}`,
        figures: {
          ours: median(runs.ours.slice(2)),
          zod: median(runs.zod.slice(2)),
          typebox: median(runs.typebox.slice(2)),
        },
      })
    }
  }
}

/** How many times as many bodies a second as the peer. */
const speed = ({ figures }: (typeof rows)[number], peer: "zod" | "typebox") => figures[peer] / figures.ours
const slowest = (filter: string) =>
  Math.min(...rows.filter((row) => row.case.includes(filter)).map((row) => speed(row, "zod")))

report({
  name: "validation",
  verdicts: [200, 422].map((status) => ({
    goal: `${status}: at least 1.0× zod's bodies a second, at 1 kB and 1 MB`,
    result: `slowest operation ${times(slowest(`${status}, 1 kB`))} and ${times(slowest(`${status}, 1 MB`))}`,
    met: Math.min(slowest(`${status}, 1 kB`), slowest(`${status}, 1 MB`)) >= 1,
  })),
  body: `Milliseconds from the bytes of a body to its decoded values, or to the text of the 422; where a body is wrong, one
item of ten is. zod gives the same values and the same list of errors, letter by letter, and has the same limits for what
it reads; TypeBox only checks and lists its own errors, converting nothing. Neither keeps the digits of a number such as
19.990 or echoes them, as Hangtag does, nor counts the values of what its schema ignores.
Peak memory of the process: ${megabytes(process.resourceUsage().maxRSS * 1024)}.

${table(
  ["", "Hangtag", "zod", "TypeBox", "of zod's speed", "of TypeBox's"],
  rows.map((row) => [
    row.case,
    ...[row.figures.ours, row.figures.zod, row.figures.typebox].map(short),
    times(speed(row, "zod")),
    times(speed(row, "typebox")),
  ]),
)}

\`compileDecoder\` makes functions of the schemas once, which decode and find all errors in one walk. What is left is the
parser, which is the peers' native one: ours keeps every digit of a number and fails as the reference does, and takes two to four times as long, most of it for
the names of members and for texts, which it reads character by character. The native one for what has no number that it
would round was tried: to look for such numbers takes as long as it saves.`,
})
