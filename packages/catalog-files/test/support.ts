import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { NodeServices } from "@effect/platform-node"
import { it } from "@effect/vitest"
import type { CatalogListing, ExportRepository } from "@hangtag/core"
import { instantFromMicros, PriceRepository } from "@hangtag/core"
import { MemoryCatalog, memoryPorts, type OrganizationState } from "@hangtag/testkit"
import { Effect, FileSystem } from "effect"
import { type ImportOptions, importCatalog } from "../src/importCatalog.ts"

export const organization = "acme"

/** Files that exist while the test runs; gives their paths in the order of the names. */
export const files = Effect.fnUntraced(function* (contents: Readonly<Record<string, string | Uint8Array>>) {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped()
  const paths: Array<string> = []
  for (const [name, content] of Object.entries(contents)) {
    const path = join(folder, name)
    yield* Effect.promise(() => writeFile(path, content))
    paths.push(path)
  }
  return paths
})

export const ndjson = (...lines: ReadonlyArray<unknown>): string =>
  lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("")

/** Imports files of the given contents. */
export const load = Effect.fnUntraced(function* (
  contents: Readonly<Record<string, string | Uint8Array>>,
  options?: ImportOptions,
) {
  const paths = yield* files(contents)
  return yield* importCatalog(paths, organization, options)
})

/** What the organization has now. */
export const stored = Effect.fnUntraced(function* () {
  const memory = yield* MemoryCatalog
  const own = yield* memory.read((state) => state.organizations.get(organization))
  return own as OrganizationState
})

type InMemory =
  | Effect.Services<ReturnType<typeof load>>
  | MemoryCatalog
  | PriceRepository
  | CatalogListing
  | ExportRepository

export const memory = <A, E>(effect: Effect.Effect<A, E, InMemory>): Effect.Effect<A, E> =>
  effect.pipe(Effect.scoped, Effect.provide(memoryPorts), Effect.provide(NodeServices.layer))

/** A test over the ports in memory. */
export const inMemory = (name: string, body: () => Effect.fn.Return<void, unknown, InMemory>): void =>
  it.effect(name, () => memory(Effect.gen(body)))

const shopColumns = [
  "Handle",
  "Title",
  "Vendor",
  "Variant SKU",
  "Variant Price",
  "Option1 Name",
  "Option1 Value",
  "Option2 Name",
  "Option2 Value",
]

/** A Shopify product file of handle, title, vendor, SKU, price and options; cells that a row lacks are empty. */
export const shopFile = (...rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [shopColumns, ...rows]
    .map((row) => shopColumns.map((_, index) => row[index] ?? ""))
    .map((row) => `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")}\n`)
    .join("")

/** The amounts in force in the end, by price type. */
export const inForce = Effect.fnUntraced(function* (variantKey: string) {
  const { pricesAround } = yield* PriceRepository
  const found = yield* pricesAround(organization, [variantKey], instantFromMicros(Number.MAX_SAFE_INTEGER))
  return Object.fromEntries(found.inForce.map(({ price_type, amount }) => [price_type, amount]))
})
