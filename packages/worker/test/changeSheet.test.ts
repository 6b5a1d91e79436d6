import { assert, describe, it } from "@effect/vitest"
import type { ChangeSheetOptions, SheetFileOptions } from "@hangtag/core"
import { discardPriceBatch, exportPriceBatch, generatePriceChange } from "@hangtag/core/effect"
import {
  aChangeLine,
  aColorwayChange,
  aPriceChangeRequest,
  aPriceEntry,
  aProductEntry,
  aVariantEntry,
  memoryPorts,
  seedCatalog,
} from "@hangtag/testkit"
import { runJob } from "@hangtag/worker"
import { parse } from "csv-parse/sync"
import { Effect } from "effect"
import { zipEntries } from "./files/zipEntries.ts"
import { jobOf, options, principal, storedFile } from "./world.ts"

/** A batch for three sizes, and a job for its sheet. */
const queuedSheet = Effect.fnUntraced(function* (sheet: Partial<ChangeSheetOptions> = {}) {
  const sizes = ["XL", "S", "M/L"]
  yield* seedCatalog("O1", {
    brands: [{ brand_key: "North/Trail: Ünder", name: "North Trail", time_zone: "UTC" }],
    products: [
      aProductEntry({
        brand_key: "North/Trail: Ünder",
        variants: sizes.map((size, index) =>
          aVariantEntry({ variant_key: `V${index}`, color: "Black", size }),
        ),
      }),
    ],
    prices: sizes.map((_, index) =>
      aPriceEntry({ variant_key: `V${index}`, amount: "100", effective_from: "1969-01-01" }),
    ),
  })
  const line = aChangeLine({ amount: "95", effective_from: "2026-12-01", effective_until: "2026-12-05" })
  const generated = yield* generatePriceChange(principal, {
    brand_key: "North/Trail: Ünder",
    ...aPriceChangeRequest({ colorways: [aColorwayChange({ lines: [line] })] }),
  })
  const batch_key = generated.batch_key!
  const { job_id } = yield* exportPriceBatch(principal, { batch_key, export_format: "csv", ...sheet })
  return { batch_key, message: { organization: "O1", job_id, lane: "small" as const } }
})

describe("a run of a change sheet", () => {
  it.effect(
    "has headings for people, a last day, sizes in their order, and a name of brand, batch and day",
    () =>
      Effect.gen(function* () {
        const { batch_key, message } = yield* queuedSheet()
        yield* runJob(message, options)
        const file = (yield* jobOf(message)).file!
        assert.strictEqual(file.file_name, `prices-North-Trail-Ünder-${batch_key}-1970-01-01.csv`)
        assert.match(file.storage_key, /^[a-zA-Z0-9/.-]+$/)
        const rows = parse(yield* storedFile(file.storage_key), { bom: true }) as Array<Array<string>>
        assert.deepStrictEqual(rows[0], [
          ...["Variant", "Product", "Name", "Color", "Size", "Price type", "Previous price", "New price"],
          ...["Difference", "Percent", "From", "Until (exclusive)", "Last day", "Change", "Price list"],
          ...["Price list name", "Currency"],
        ])
        assert.deepStrictEqual(
          rows.slice(1).map((row) => row[4]),
          ["S", "M/L", "XL"],
        )
        assert.deepStrictEqual(rows[1]!.slice(6), [
          ...["100", "95", "-5", "-5.00", "2026-12-01", "2026-12-05", "2026-12-04", "decrease", "base"],
          ...["Base", ""],
        ])
      }).pipe(Effect.provide(memoryPorts)),
  )

  it.effect("has keys where they are asked for", () =>
    Effect.gen(function* () {
      const { message } = yield* queuedSheet({ file_options: { headings: "keys" } })
      yield* runJob(message, options)
      const file = (yield* jobOf(message)).file!
      const [header] = parse(yield* storedFile(file.storage_key), { bom: true }) as Array<Array<string>>
      assert.deepStrictEqual(header!.slice(6, 8), ["previous_amount", "new_amount"])
    }).pipe(Effect.provide(memoryPorts)),
  )

  it.effect("is for the paper that is asked for, A4 else; csv is for none", () =>
    Effect.gen(function* () {
      const sheetOf = Effect.fnUntraced(function* (file_options: SheetFileOptions) {
        const { message } = yield* queuedSheet({ export_format: "xlsx", file_options })
        yield* runJob(message, options)
        const bytes = yield* storedFile((yield* jobOf(message)).file!.storage_key)
        return zipEntries(bytes).map(({ text }) => text)
      }, Effect.provide(memoryPorts))
      const printed = (yield* sheetOf({ paper: "letter" })).join()
      assert.include(printed, 'paperSize="1" orientation="landscape" fitToWidth="1" fitToHeight="0"')
      assert.include(printed, "'Export'!$1:$1</definedName>")
      assert.match(printed, /<dc:title>Price change PC-/)
      assert.include((yield* sheetOf({})).join(), 'paperSize="9"')
      const refused = yield* Effect.flip(
        queuedSheet({ export_format: "csv", file_options: { paper: "a4" } }).pipe(
          Effect.provide(memoryPorts),
        ),
      )
      assert.deepStrictEqual("fields" in refused && refused.fields.map(({ loc, msg }) => [loc, msg]), [
        [
          ["file_options", "paper"],
          "Value error, paper is for xlsx files: leave it out, or set export_format to xlsx",
        ],
      ])
    }),
  )

  it.effect("ends with what is the matter where the batch was discarded meanwhile", () =>
    Effect.gen(function* () {
      const { batch_key, message } = yield* queuedSheet()
      yield* discardPriceBatch(principal, { batch_key })
      yield* runJob(message, options)
      assert.deepInclude(yield* jobOf(message), {
        status: "failed",
        attempt: 1,
        error: `Batch ${batch_key} is discarded: it changes nothing, and has no change sheet`,
      })
      const refused = yield* Effect.flip(exportPriceBatch(principal, { batch_key, export_format: "csv" }))
      assert.strictEqual(refused._tag, "BatchUnsuitable")
    }).pipe(Effect.provide(memoryPorts)),
  )
})
