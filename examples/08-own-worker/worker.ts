// An API and a worker in one process, over one database: node examples/08-own-worker/worker.ts
import { allPermissions, type Principal } from "@hangtag/core"
import { makeHangtag } from "@hangtag/core/promise"
import { holidayMarkdown, memoryPorts, seedCatalog } from "@hangtag/testkit"
import { startWorker } from "@hangtag/worker"
import { Layer } from "effect"

const catalog = Layer.effectDiscard(seedCatalog("shop", holidayMarkdown))
const hangtag = await makeHangtag(Layer.provideMerge(catalog, memoryPorts), { logger: () => {} })
const worker = await startWorker(hangtag, { concurrency: 2 })

const me: Principal = { organization: "shop", subject: "me", permissions: allPermissions }
const { job_id } = await hangtag.queueExport(me, {
  product_keys: [],
  export_format: "csv",
  column_mappings: [{ column_name: "SKU", source_field: "variant_key" }],
})
for await (const job of hangtag.watchJob(me, { job_id })) {
  if (job.finished_at !== null) console.log(job.status, job.message)
}

await worker.stop() // lets running exports end
await hangtag.close()
