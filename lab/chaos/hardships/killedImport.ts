import { createWriteStream } from "node:fs"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { migratedPorts } from "@hangtag/postgres"
import { EmbeddedPostgres } from "@hangtag/postgres/embedded"
import { Effect, Logger } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { importCatalog } from "../../../packages/catalog-files/src/importCatalog.ts"
import type { Dice } from "../../../packages/worker/test/simulation/Dice.ts"
import { run } from "../../../test/hangtag.ts"
import { catalogState } from "./databaseState.ts"
import { killedAfter } from "./killing.ts"

function* catalog(products: number) {
  const line = (entry: unknown) => `${JSON.stringify(entry)}\n`
  yield line({ kind: "brand", brand_key: "B", name: "North Trail" })
  yield line({ kind: "batch", key: "REPUB-1", status: "open" })
  for (let i = 0; i < products; i++) {
    const keys = ["A", "B", "C"].map((suffix) => `P${i}-${suffix}`)
    const variant = { name: "Black 9", color: "Black", size: "9", width: "D", vendor_color_code: "001" }
    const variants = keys.map((variant_key) => ({ variant_key, ...variant, attributes: { lining: i % 3 } }))
    const product = { brand_key: "B", product_key: `P${i}`, version: 1, name: `Boot ${i}`, source: "scraper" }
    yield line({ kind: "product", ...product, labels: ["fall"], attributes: { material: "wool" }, variants })
    for (const variant_key of keys)
      for (const amount of [9.9, 19.9]) {
        const price = {
          variant_key,
          price_type: "MAP",
          amount,
          effective_from: "2026-01-01",
          status: "active",
        }
        yield line({ kind: "price", ...price, ...(i % 7 === 0 && { batch: "REPUB-1" }) })
      }
  }
}

const on = <A, E>(data: string | undefined, work: Effect.Effect<A, E, SqlClient>) =>
  Effect.runPromise(
    work.pipe(
      Effect.provide(EmbeddedPostgres.layer({ dataDir: data && join(data, "postgres") })),
      Effect.provide(Logger.layer([])),
    ),
  )

/** Kills imports into the embedded database, imports again to the end, and compares with one that was not disturbed. */
export const killedImport = async (
  folder: string,
  options: { products: number; kills: number; dice: Dice },
) => {
  const file = join(folder, "catalog.ndjson")
  await pipeline(Readable.from(catalog(options.products)), createWriteStream(file))
  const args = ["import", file, "-o", "demo", "--create"]
  const undisturbed = Effect.andThen(
    Effect.provide(importCatalog([file], "demo"), migratedPorts()),
    catalogState,
  )
  const began = performance.now()
  const expected = await on(undefined, undisturbed)
  const duration = performance.now() - began
  const disturbed = join(folder, "disturbed")
  const wrong: Array<string> = []
  let kills = 0
  for (let nth = 0; nth < options.kills; nth++) {
    const millis = duration * (0.3 + 0.7 * options.dice.random())
    if (await killedAfter(millis, args, { HANGTAG_DATA: disturbed })) kills++
  }
  const { code, output } = await run(args, { HANGTAG_DATA: disturbed })
  if (code !== 0) wrong.push(`importing again failed: ${output}`)
  const found = await on(disturbed, catalogState)
  if (expected.length < options.products) wrong.push("nothing was imported")
  if (JSON.stringify(found) !== JSON.stringify(expected))
    wrong.push(`${found.length} rows differ from ${expected.length} of an import that was not killed`)
  return { kills, rows: expected.length, wrong }
}
