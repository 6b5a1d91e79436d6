import { makeHangtag } from "@hangtag/core/promise"
import {
  aBrand,
  anExportRequest,
  aPrincipal,
  aProductEntry,
  memoryPorts,
  seedCatalog,
} from "@hangtag/testkit"
import { encodeHere, startWorker } from "@hangtag/worker"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"

const principal = aPrincipal()
const seed = { brands: [aBrand()], products: [aProductEntry()] }
const ports = Layer.provideMerge(Layer.effectDiscard(seedCatalog(principal.organization, seed)), memoryPorts)

it("runs what its Hangtag queues, over the same ports, until it is stopped", async () => {
  const hangtag = await makeHangtag(ports)
  const worker = await startWorker(hangtag, { encoder: encodeHere })
  const { job_id } = await hangtag.queueExport(principal, anExportRequest())
  const statuses: Array<string> = []
  for await (const job of hangtag.watchJob(principal, { job_id })) statuses.push(job.status)
  expect(statuses.at(-1)).toBe("completed")
  await worker.stop()
  const { job_id: left } = await hangtag.queueExport(principal, anExportRequest())
  expect((await hangtag.getJob(principal, { job_id: left })).status).toBe("queued")
  await hangtag.close()
})

it("says which ports it lacks, and stops with its Hangtag", async () => {
  const full = await makeHangtag(ports)
  const stopped = await startWorker(full, { encoder: encodeHere })
  await full.close()
  await stopped.stop()
  const partial = await makeHangtag({ objectStorage: {} as never })
  await expect(startWorker(partial)).rejects.toThrow("jobRepository")
  await partial.close()
})
