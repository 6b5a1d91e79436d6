import { currentInstant } from "@hangtag/core/adapter"
import { Effect } from "effect"
import type postgres from "postgres"
import { short } from "../support/figures.ts"
import { principalOf } from "../support/hangtagOn.ts"
import { type Cost, costOf } from "./costOf.ts"
import { costTable } from "./costTable.ts"
import { withSubject } from "./Subject.ts"
import type { Databases } from "./scaleDatabase.ts"
import { organizationKey, productKey, seedRecords } from "./seedRecords.ts"

const organization = organizationKey(0)

/** Jobs that have ended, nine of ten of them completed; and a catalog to ask more of. */
const seedJobs = async (sql: postgres.Sql, jobs: number) => {
  await seedRecords(sql, { records: 20_000, organizations: 1 })
  await sql`insert into hangtag_job (organization, requested_by, request, status, total, lane, turn, attempt, message,
      created_at, started_at, finished_at)
    select ${organization}, case n % 100 when 0 then 'bench' else 'bob' end, null,
      case n % 10 when 0 then 'failed' else 'completed' end, 1, 'small', n, 1, 'Wrote 12 rows', at, at, at
    from generate_series(1, ${jobs}::int) n,
      lateral (select (extract(epoch from now()) * 1000000)::bigint - n::bigint * 1000000 as at) a`
  await sql`vacuum analyze`
}

/** What calls on jobs cost where many are kept. */
export const manyJobs = async (
  databases: Databases,
  sizes: ReadonlyArray<number>,
  calls: number,
): Promise<string> => {
  const costs = new Map<string, Array<readonly [string, Cost]>>()
  const caller = principalOf(organization)
  for (const size of sizes) {
    const database = await databases(`jobs_${size}`, (sql) => seedJobs(sql, size))
    const measure = async (name: string, times: number, call: (index: number) => Promise<unknown>) =>
      costs.set(name, [...(costs.get(name) ?? []), [short(size), await costOf(database, times, call)]])
    await withSubject(database.url, async ({ hangtag, queue }) => {
      await measure("jobs, a page", calls, () => hangtag.listJobs(caller))
      await measure("a caller's own jobs", calls, () => hangtag.listJobs(caller, { mine: true }))
      await measure(
        "asking for an export, claiming and cancelling it",
        Math.ceil(calls / 4),
        async (index) => {
          const { job_id } = await hangtag.queueExport(caller, {
            product_keys: [productKey(index % 50)],
            column_mappings: [{ column_name: "variant", source_field: "variant_key" }],
          })
          await Effect.runPromise(Effect.flatMap(currentInstant, (at) => queue.claim("small", 1, at)))
          await hangtag.cancelJob(caller, { job_id })
        },
      )
    })
    // what was claimed and cancelled has no worker to end it
    await database.sql`update hangtag_job set status = 'cancelled', finished_at = created_at where status in ('queued', 'running')`
  }
  return costTable(costs)
}
