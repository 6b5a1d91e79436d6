import { remakeInPartitions } from "../../../packages/postgres/src/schema/remakeInPartitions.ts"
import { megabytes, short } from "../support/figures.ts"
import { timed } from "../support/interleave.ts"
import { table } from "../support/table.ts"
import type { Cost } from "./costOf.ts"
import { costTable } from "./costTable.ts"
import { operationCosts, type Spread } from "./operations.ts"
import { withSubject } from "./Subject.ts"
import type { Databases } from "./scaleDatabase.ts"
import { seedRecords } from "./seedRecords.ts"

export interface Size extends Spread {
  /** As the table calls it. */
  readonly name: string
  /** Hash partitions by organization that the tables are made of; none unless given. */
  readonly partitions?: number
}

/** What calls cost at each size, how much room the tables take, and how long a vacuum of the prices takes. */
export const manyRecords = async (
  databases: Databases,
  sizes: ReadonlyArray<Size>,
  calls: number,
): Promise<string> => {
  const costs = new Map<string, Array<readonly [string, Cost]>>()
  const rooms: Array<ReadonlyArray<string>> = []
  for (const size of sizes) {
    const { name, records, organizations, partitions } = size
    const called = `records_${records}_of_${organizations}${partitions === undefined ? "" : `_in_${partitions}`}`
    const database = await databases(called, async (sql) => {
      if (partitions !== undefined) await sql.unsafe(remakeInPartitions(partitions))
      await seedRecords(sql, size)
    })
    const found = await withSubject(database.url, (subject) => operationCosts(database, subject, size, calls))
    for (const [operation, cost] of found)
      costs.set(operation, [...(costs.get(operation) ?? []), [name, cost]])
    const { sql } = database
    const [room] = await sql<Array<{ heap: number; indexes: number; whole: number }>>`
      select sum(pg_table_size(c.oid))::float8 as heap, sum(pg_indexes_size(c.oid))::float8 as indexes,
        pg_database_size(current_database())::float8 as whole
      from pg_class c where c.relkind = 'r' and c.relname like 'hangtag_price_record%'`
    const vacuum = await timed(() => sql`vacuum (analyze) hangtag_price_record`)
    rooms.push([
      name,
      short(room!.heap / records),
      short(room!.indexes / records),
      megabytes(room!.whole),
      short(vacuum),
    ])
  }
  return [
    costTable(costs),
    table(["", "bytes a record", "and in its indexes", "the database", "vacuum, ms"], rooms),
  ].join("\n\n")
}
