import { renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { scopedFolder } from "../../../../test/temporaryFolder.ts"
import { createTestDatabase } from "../../../postgres/test/support/createTestDatabase.ts"
import { Forwarder } from "../../../postgres/test/support/Forwarder.ts"

const catalogOf = (organization: string) =>
  [
    { kind: "brand", brand_key: "B", name: `Boots of ${organization}`, time_zone: "UTC" },
    {
      ...{
        kind: "product",
        product_key: "P",
        brand_key: "B",
        version: 1,
        name: `Boot of ${organization}`,
        source: "merchant_input",
      },
      labels: [],
      attributes: {},
      variants: [
        {
          variant_key: "V",
          name: `Boot of ${organization}`,
          color: "Black",
          size: "9",
          width: "D",
          vendor_color_code: null,
          attributes: {},
        },
      ],
    },
    {
      kind: "price",
      variant_key: "V",
      price_type: "MAP",
      amount: "10",
      effective_from: "2020-01-01",
      status: "active",
    },
  ]
    .map((entry) => `${JSON.stringify(entry)}\n`)
    .join("")

/** Two databases, `eu` behind a forwarder, a map that a test writes, and a catalog to import. */
export const twoServers = Effect.gen(function* () {
  const [url, far] = [yield* createTestDatabase("migrated"), new URL(yield* createTestDatabase("migrated"))]
  const forwarder = yield* Effect.acquireRelease(
    Effect.promise(() => Forwarder.to(Number(far.port))),
    (each) => Effect.sync(() => each.dispose()),
  )
  far.port = String(forwarder.port)
  const folder = yield* scopedFolder
  const path = join(folder, "servers.json")
  const write = (text: string) => {
    writeFileSync(`${path}.new`, text)
    renameSync(`${path}.new`, path)
  }
  return {
    forwarder,
    write,
    /** Puts these on `eu`. */
    map: (...organizations: ReadonlyArray<string>) =>
      write(
        JSON.stringify({
          servers: { eu: far.href },
          organizations: Object.fromEntries(organizations.map((each) => [each, "eu"])),
        }),
      ),
    catalog: (organization: string) => {
      const file = join(folder, `${organization}.ndjson`)
      writeFileSync(file, catalogOf(organization))
      return file
    },
    env: { DATABASE_URL: url, DATABASE_URLS: path, HANGTAG_DATA: folder, HANGTAG_DEMO: "off" },
  }
})
