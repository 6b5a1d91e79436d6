import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readPriceSheet } from "@hangtag/catalog-files/price-sheets"
import type { PriceSheetFile, PriceSheetResult } from "@hangtag/core"
import {
  aBrand,
  aPriceEntry,
  aProductEntry,
  aVariantEntry,
  type CatalogSeed,
  makeTestHangtag,
  type TestHangtag,
} from "@hangtag/testkit"
import { Effect } from "effect"

/** Keys and names that programs take for something else. */
export const oddKeys = ["00123", "1E5", "TRUE", "MAR1", "=A1", "12345678901234567890", "1-2", "Größe 7"]

/** A brand with a product of these variants, each with a MAP, every other one with an MSRP. */
export const sheetCatalog = (
  keys: ReadonlyArray<string>,
  amountOf: (place: number) => string = () => "90.750",
): CatalogSeed => ({
  brands: [aBrand()],
  products: [
    aProductEntry({
      variants: keys.map((variant_key) => aVariantEntry({ variant_key, name: `@Boot, "${variant_key}"` })),
    }),
  ],
  prices: keys.flatMap((variant_key, place) => [
    aPriceEntry({ variant_key, amount: amountOf(place), effective_from: "2026-01-01" }),
    ...(place % 2 === 0
      ? []
      : [aPriceEntry({ variant_key, price_type: "MSRP", amount: "150", effective_from: "2026-01-01" })]),
  ]),
})

export const sheetHangtag = (seed: CatalogSeed): Promise<TestHangtag> =>
  makeTestHangtag({ seed, organization: "acme" })

/** The same, with a list below `base` that has a price of its own of every other variant. */
export const hangtagOfLists = async (
  keys: ReadonlyArray<string>,
  amountOf?: (place: number) => string,
  own = "90",
): Promise<TestHangtag> => {
  const seed = sheetCatalog(keys, amountOf)
  const hangtag = await sheetHangtag({ ...seed, prices: [] })
  const { principal } = hangtag
  await hangtag.updatePriceList(principal, { price_list: "base", currency: "EUR" })
  await hangtag.createPriceList(principal, {
    price_list: "EU",
    name: "EU",
    currency: "EUR",
    parent: "base",
  })
  const prices = keys
    .filter((_, place) => place % 2 === 0)
    .map((variant_key) =>
      aPriceEntry({ variant_key, price_list: "EU", amount: own, effective_from: "2026-01-01" }),
    )
  await hangtag.seed({ prices: [...seed.prices!, ...prices] })
  return hangtag
}

/** The price sheet of the brand, as a job writes it. */
export const writtenSheet = async (
  { exportPriceSheet, reaches, downloadLink, open, principal }: TestHangtag,
  export_format: "xlsx" | "csv",
  price_types: ReadonlyArray<string> = ["MAP", "MSRP"],
  price_lists: ReadonlyArray<string> = ["base"],
): Promise<Uint8Array> => {
  const asked = { brand_key: "B1", price_types, price_lists, export_format }
  const { job_id } = await exportPriceSheet(principal, asked)
  await reaches(job_id, "completed")
  const { url } = await downloadLink(principal, { job_id })
  return (await open(url))!.bytes
}

/** The rows of a file, by the name that says what it is. */
export const sheetOf = async (bytes: Uint8Array, name: string): Promise<PriceSheetFile> => {
  const folder = await mkdtemp(join(tmpdir(), "hangtag-sheets-"))
  try {
    const path = join(folder, name)
    await writeFile(path, bytes)
    return await Effect.runPromise(readPriceSheet(path))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The changes of a result, as `KEY TYPE AMOUNT from DAY`, in their order. */
export const changesOf = ({ items }: Pick<PriceSheetResult, "items">): ReadonlyArray<string> =>
  items
    .flatMap(({ outcome, variant_key, edits }) =>
      outcome === "changed"
        ? edits.map(
            ({ price_type, amount, effective_from }) =>
              `${variant_key} ${price_type} ${Number(amount)} from ${effective_from}`,
          )
        : [],
    )
    .toSorted()
