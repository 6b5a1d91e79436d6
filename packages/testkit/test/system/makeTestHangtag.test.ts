import { NotFound, ObjectStorage, PriceRepository } from "@hangtag/core"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import {
  aBrand,
  aColorwayPrefillRequest,
  aFillRequest,
  aPrefillLine,
  aPriceEntry,
  aProductEntry,
  atEveryCall,
  failBefore,
  faultyPort,
  holidayMarkdown,
  makeTestHangtag,
} from "../../src/index.ts"

it("is the whole system for callers who work with promises, its clock set by hand", async () => {
  const hangtag = await makeTestHangtag({ seed: holidayMarkdown, now: holidayMarkdown.moments.before })
  const request = aColorwayPrefillRequest({
    product_key: "BOOT",
    lines: [aPrefillLine({ amount: "119.95", effective_from: "2026-12-24" })],
  })
  const status = async () =>
    (await hangtag.previewColorway(hangtag.principal, { brand_key: "NORTH", ...request })).lines[0]?.status
  expect(await status()).toBe("changed")
  hangtag.clock.set(holidayMarkdown.moments.during)
  expect(hangtag.clock.now()).toEqual(new Date(holidayMarkdown.moments.during))
  expect(await status()).toBe("unchanged")
  hangtag.clock.set(new Date(holidayMarkdown.moments.after))
  expect(await status()).toBe("changed")
  expect(() => hangtag.clock.set("tomorrow")).toThrow("No moment: tomorrow")
  await hangtag.close()
})

it("seeds at the moment that its clock is set to", async () => {
  const now = "2026-03-01T12:00:00Z"
  const seed = { brands: [aBrand()], products: [aProductEntry()], prices: [aPriceEntry()] }
  const hangtag = await makeTestHangtag({ seed, now })
  const { variant_key } = seed.prices[0]!
  const amountsKnown = async (known_at: string) =>
    (await hangtag.resolvePrices(hangtag.principal, { variant_keys: [variant_key], known_at })).items.length
  expect(await amountsKnown(now)).toBe(1)
  expect(await amountsKnown("2026-03-01T11:59:59Z")).toBe(0)
  await hangtag.close()
})

it("takes more of a catalog as it goes, and says what it cannot take", async () => {
  const hangtag = await makeTestHangtag()
  await hangtag.seed({ brands: [aBrand()], products: [aProductEntry()] })
  await hangtag.seed('{"kind":"batch","key":"REPUB-1","status":"open"}')
  await hangtag.seed({ prices: [aPriceEntry()] })
  expect(
    (await hangtag.addRecordsByVariants(hangtag.principal, { batch_key: "REPUB-1", ...aFillRequest() }))
      .added,
  ).toBe(1)
  await expect(hangtag.seed({ prices: [aPriceEntry({ variant_key: "unknown" })] })).rejects.toThrow(
    "unknown variant unknown",
  )
  await hangtag.seed({ brands: [aBrand()] }, "another organization")
  const elsewhere = { ...hangtag.principal, organization: "another organization" }
  await expect(
    hangtag.addRecordsByVariants(elsewhere, { batch_key: "REPUB-1", ...aFillRequest() }),
  ).rejects.toBeInstanceOf(NotFound)
})

it("takes price lists as an import does, and refuses what that refuses", async () => {
  const hangtag = await makeTestHangtag()
  const lines = (...lists: ReadonlyArray<object>) =>
    hangtag.seed(
      lists
        .map((list) => JSON.stringify({ kind: "price_list", name: "Europe", currency: "EUR", ...list }))
        .join("\n"),
    )
  await lines({ price_list: "DE", parent: "EU" }, { price_list: "EU" })
  const { principal } = hangtag
  const made = await hangtag.createPriceList(principal, { price_list: "UK", name: "UK", currency: "GBP" })
  await lines({ price_list: "UK", currency: "GBP", name: "Britain" })
  expect(await hangtag.getPriceList(principal, { price_list: "UK" })).toEqual({ ...made, name: "Britain" })
  await expect(lines({ price_list: "AT", parent: "NOPE" })).rejects.toThrow(
    "names the parent NOPE, which is no price list",
  )
  await expect(lines({ price_list: "EU", currency: "USD" })).rejects.toThrow(
    "Price list EU has the currency EUR for good",
  )
  await hangtag.close()
})

it("runs a job that is waited for, opens its link and lets the link expire", async () => {
  const hangtag = await makeTestHangtag({
    organization: "own",
    seed: { brands: [aBrand()], products: [aProductEntry()] },
  })
  const { job_id } = await hangtag.queueExport(hangtag.principal, {
    product_keys: [],
    export_format: "csv",
    column_mappings: [{ column_name: "SKU", source_field: "variant_key" }],
  })
  expect((await hangtag.reaches(job_id, "queued")).organization).toBe("own")
  const { file } = await hangtag.reaches(job_id, "completed")
  const { url } = await hangtag.downloadLink(hangtag.principal, { job_id })
  const download = await hangtag.open(url)
  expect(new TextDecoder().decode(download!.bytes)).toMatch(/^\ufeff?SKU\r\nP1-/)
  await Effect.runPromise(
    Effect.flatMap(ObjectStorage, (storage) => storage.delete(file!.storage_key)).pipe(
      Effect.provide(hangtag.layer),
    ),
  )
  expect(await hangtag.open(url)).toBeUndefined()
  await expect(hangtag.reaches(job_id, "running")).rejects.toThrow("ended completed, never running")
  await hangtag.close()
})

it("lets ports be wrapped", async () => {
  const hangtag = await makeTestHangtag({
    seed: { brands: [aBrand()], products: [aProductEntry()] },
    adapt: faultyPort(PriceRepository, atEveryCall(failBefore())),
  })
  await expect(
    hangtag.previewColorway(hangtag.principal, { brand_key: "B1", ...aColorwayPrefillRequest() }),
  ).rejects.toThrow("The database is unavailable (pricesAround)")
})
