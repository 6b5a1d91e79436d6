import { JobRepository, NotFound, ObjectStorage, PriceRepository } from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { expect, it } from "vitest"
import {
  aBrand,
  aColorwayPrefillRequest,
  aFillRequest,
  aJobFile,
  anExportRequest,
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
    (await hangtag.previewColorway(hangtag.principal, "NORTH", request)).lines[0]?.status
  expect(await status()).toBe("changed")
  hangtag.clock.set(holidayMarkdown.moments.during)
  expect(hangtag.clock.now()).toEqual(new Date(holidayMarkdown.moments.during))
  expect(await status()).toBe("unchanged")
  hangtag.clock.set(new Date(holidayMarkdown.moments.after))
  expect(await status()).toBe("changed")
  expect(() => hangtag.clock.set("tomorrow")).toThrow("No moment: tomorrow")
  await hangtag.close()
})

it("takes more of a catalog as it goes, and says what it cannot take", async () => {
  const hangtag = await makeTestHangtag()
  await hangtag.seed({ brands: [aBrand()], products: [aProductEntry()] })
  await hangtag.seed('{"kind":"batch","key":"REPUB-1","status":"open"}')
  await hangtag.seed({ prices: [aPriceEntry()] })
  expect((await hangtag.addRecordsByVariants(hangtag.principal, "REPUB-1", aFillRequest())).added).toBe(1)
  await expect(hangtag.seed({ prices: [aPriceEntry({ variant_key: "nobody" })] })).rejects.toThrow(
    "unknown variant nobody",
  )
  await hangtag.seed({ brands: [aBrand()] }, "another organization")
  const elsewhere = { ...hangtag.principal, organization: "another organization" }
  await expect(hangtag.addRecordsByVariants(elsewhere, "REPUB-1", aFillRequest())).rejects.toBeInstanceOf(
    NotFound,
  )
})

it("waits for a job, opens its link and lets the link expire", async () => {
  const hangtag = await makeTestHangtag({ organization: "own" })
  const { job_id } = await hangtag.queueExport(hangtag.principal, anExportRequest())
  expect((await hangtag.reaches(job_id, "queued")).organization).toBe("own")
  const completing = hangtag.reaches(job_id, "completed")
  const file = aJobFile()
  await Effect.runPromise(
    Effect.gen(function* () {
      const jobs = yield* JobRepository
      const storage = yield* ObjectStorage
      const { claim } = Option.getOrThrow(yield* jobs.start("own", job_id, 0, null))
      yield* storage.put(file.storage_key, Stream.make(new Uint8Array([1])), file)
      yield* jobs.finish(claim, { status: "completed", message: "Done", processed: 0, file }, 1)
    }).pipe(Effect.provide(hangtag.layer)),
  )
  expect((await completing).status).toBe("completed")
  const { url } = await hangtag.downloadLink(hangtag.principal, job_id)
  expect(await hangtag.open(url)).toMatchObject({ bytes: new Uint8Array([1]) })
  await Effect.runPromise(
    Effect.flatMap(ObjectStorage, (storage) => storage.delete(file.storage_key)).pipe(
      Effect.provide(hangtag.layer),
    ),
  )
  expect(await hangtag.open(url)).toBeUndefined()
  await expect(hangtag.reaches(job_id, "running")).rejects.toThrow("ended completed, never running")
})

it("lets ports be wrapped", async () => {
  const hangtag = await makeTestHangtag({
    seed: { brands: [aBrand()], products: [aProductEntry()] },
    adapt: faultyPort(PriceRepository, atEveryCall(failBefore())),
  })
  await expect(hangtag.previewColorway(hangtag.principal, "B1", aColorwayPrefillRequest())).rejects.toThrow(
    "The database is unavailable (pricesAround)",
  )
})
