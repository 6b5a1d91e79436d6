// Exports of one shop's attributes as one would queue them with pg-boss: a request's row and its job in one
// transaction, a worker that reads the product's rows, writes a small CSV file and marks the request completed. Tuned:
// LISTEN/NOTIFY, the shortest poll it allows, batches fetched and written at once. Run as a program, it works.

import { createHash } from "node:crypto"
import { type FileHandle, open, rename } from "node:fs/promises"
import { join } from "node:path"
import { PgBoss } from "pg-boss"
import postgres from "postgres"

const queue = "exports"

export interface BossExports {
  readonly sql: postgres.Sql
  readonly boss: PgBoss
  readonly folder: string
  /** The same, to be synced. */
  readonly directory: FileHandle
}

export const openBoss = async (url: string, folder: string): Promise<BossExports> => {
  const boss = new PgBoss({ connectionString: url, useListenNotify: true })
  boss.on("error", console.error)
  await boss.start()
  return { sql: postgres(url, { onnotice: () => {} }), boss, folder, directory: await open(folder) }
}

export const prepareBoss = async ({ sql, boss }: BossExports): Promise<void> => {
  await sql`create table boss_request (id uuid primary key default gen_random_uuid(), product_key text not null,
    status text not null, created_at float8 not null, started_at float8, finished_at float8, file text, size int,
    sha256 text)`
  await boss.createQueue(queue, { notify: true })
}

export const requestExport = ({ sql, boss }: BossExports, productKey: string): Promise<unknown> =>
  sql.begin(async (tx) => {
    const [request] = await tx`insert into boss_request (product_key, status, created_at)
      values (${productKey}, 'queued', ${Date.now()}) returning id`
    // pg-boss gives JSON as text, which this client would quote once more
    const parameter = (value: unknown) =>
      typeof value === "string" && value.startsWith("[") ? tx.json(JSON.parse(value)) : (value as string)
    const db = {
      executeSql: async (text: string, values: Array<unknown> = []) => ({
        rows: await tx.unsafe(text, values.map(parameter)),
      }),
    }
    await boss.send(queue, { id: request!.id, productKey }, { db })
  })

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The file appears whole under its name, and outlasts a power cut, before the request says so. */
const writeFile = async ({ folder, directory }: BossExports, name: string, text: string): Promise<string> => {
  const path = join(folder, name)
  const unfinished = `${path}.unfinished`
  const handle = await open(unfinished, "wx")
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(unfinished, path)
  await directory.sync()
  return path
}

const writeExport = async (exports: BossExports, id: string, productKey: string): Promise<void> => {
  const { sql } = exports
  await sql`update boss_request set status = 'running', started_at = ${Date.now()} where id = ${id}`
  const rows = await sql<Array<{ key: string | null; attributes: Record<string, string> }>>`
    select * from (select null as key, attributes from hangtag_product_version where product_key = ${productKey}
      union all select variant_key, attributes from hangtag_variant where product_key = ${productKey}) r
    order by key nulls first`
  const lines = rows.flatMap(({ key, attributes }) =>
    Object.entries(attributes).map(([name, value]) =>
      [productKey, key ?? "", name, name, value, value].map(quoted).join(","),
    ),
  )
  const head = "product_key,variant_key,attribute_key,attribute_label,value,value_label"
  const text = `\ufeff${[head, ...lines].join("\r\n")}\r\n`
  const file = await writeFile(exports, `${id}.csv`, text)
  const sha256 = createHash("sha256").update(text).digest("hex")
  await sql`update boss_request set status = 'completed', finished_at = ${Date.now()}, file = ${file},
    size = ${Buffer.byteLength(text)}, sha256 = ${sha256} where id = ${id}`
}

export const workExports = async (exports: BossExports, batchSize: number): Promise<void> => {
  const { boss } = exports
  type Request = { readonly id: string; readonly productKey: string }
  const options = {
    pollingIntervalSeconds: 0.5,
    notifyPollingIntervalSeconds: 0.5,
    batchSize,
    localConcurrency: 2,
    burstWhenBatchFull: true,
  }
  const write = ({ data }: { readonly data: Request }) => writeExport(exports, data.id, data.productKey)
  await boss.work<Request>(queue, options, async (jobs) => {
    await Promise.all(jobs.map(write))
    // who takes one at a time would wait for the next poll after each
    if (batchSize > 1) return
    for (let [next] = await boss.fetch<Request>(queue); next; [next] = await boss.fetch<Request>(queue)) {
      await write(next)
      await boss.complete(queue, next.id)
    }
  })
}

if (import.meta.main) {
  await workExports(
    await openBoss(process.env.DATABASE_URL!, process.env.BENCH_FOLDER!),
    Number(process.env.BENCH_BATCH),
  )
  console.log("ready")
}
