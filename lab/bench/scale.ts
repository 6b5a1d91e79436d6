// What calls cost as a Postgres grows: in price records, organizations, batches, jobs kept and callers, and in hash
// partitions by organization. docs/scale.md tells what follows.

import { manyBatches } from "./scale/manyBatches.ts"
import { manyCallers } from "./scale/manyCallers.ts"
import { manyJobs } from "./scale/manyJobs.ts"
import { manyRecords } from "./scale/manyRecords.ts"
import { withScaleDatabases } from "./scale/scaleDatabase.ts"
import { short } from "./support/figures.ts"

const numbers = (name: string, otherwise: string): ReadonlyArray<number> =>
  (process.env[name] ?? otherwise).split(",").map(Number)

const calls = Number(process.env.BENCH_CALLS ?? 200)
const records = numbers("BENCH_RECORDS", "200000,2000000,20000000")
const organizations = numbers("BENCH_ORGANIZATIONS", "1,1000,10000")
const jobs = numbers("BENCH_JOBS", "1000,100000,1000000")
const batches = numbers("BENCH_BATCHES", "100,10000,1000000")
const callers = numbers("BENCH_CALLERS", "1,16,64,256")
/** What is shared by organizations and asked for by callers. */
const shared = Number(process.env.BENCH_SHARED ?? 2_000_000)
const partitions = Number(process.env.BENCH_PARTITIONS ?? 16)

await withScaleDatabases(async (databases) => {
  const parts: Readonly<Record<string, () => Promise<string>>> = {
    records: () =>
      manyRecords(
        databases,
        records.map((each) => ({ name: short(each), records: each, organizations: 1 })),
        calls,
      ),
    organizations: () =>
      manyRecords(
        databases,
        organizations.map((each) => ({ name: short(each), records: shared, organizations: each })),
        calls,
      ),
    partitions: () =>
      manyRecords(
        databases,
        [
          { name: "one table", records: shared, organizations: 1_000 },
          { name: `${partitions} partitions`, records: shared, organizations: 1_000, partitions },
        ],
        calls,
      ),
    batches: () => manyBatches(databases, batches, calls),
    jobs: () => manyJobs(databases, jobs, calls),
    callers: () => manyCallers(databases, callers, shared),
  }
  const wanted = (process.env.BENCH_PARTS ?? Object.keys(parts).join(",")).split(",")
  for (const name of wanted) {
    const part = parts[name]
    if (part === undefined)
      throw new Error(`BENCH_PARTS has ${name}; there are ${Object.keys(parts).join(", ")}`)
    console.log(`\n${name}\n\n${await part()}`)
  }
})
