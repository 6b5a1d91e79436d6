// Your rows and Hangtag's in one transaction of yours: DATABASE_URL=… node examples/11-own-database/order.ts
import { allPermissions, type Principal } from "@hangtag/core"
import { makeHangtag } from "@hangtag/core/promise"
import { poolPorts } from "@hangtag/postgres"
import pg from "pg"

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
const hangtag = await makeHangtag(poolPorts(pool))
const me: Principal = { organization: "demo", subject: "me", permissions: allPermissions }
await pool.query("create table if not exists republish_order (id serial primary key, batch_key text)")

const inTransaction = async <A>(work: (tx: pg.PoolClient) => Promise<A>): Promise<A> => {
  const tx = await pool.connect()
  try {
    await tx.query("begin")
    const result = await work(tx)
    await tx.query("commit")
    return result
  } catch (error) {
    await tx.query("rollback")
    throw error
  } finally {
    tx.release()
  }
}

const order = (batch_key: string, budget: number) =>
  inTransaction(async (tx) => {
    await tx.query("insert into republish_order (batch_key) values ($1)", [batch_key])
    const variant_keys = ["NT-RIDGE-BOOT-BLK-8", "NT-RIDGE-BOOT-BLK-10"]
    const { added } = await hangtag.with(tx).addRecordsByVariants(me, { batch_key, variant_keys })
    if (added > budget) throw new Error(`${added} prices are more than ${budget}`)
    return added
  })

const tell = async (what: string) => {
  const { total } = await hangtag.listBatchRecords(me, { batch_key: "REPUB-RIDGE" })
  const { rowCount } = await pool.query("select from republish_order")
  console.log(`${what}: ${rowCount} orders, ${total} records`)
}
await tell("before")
await order("REPUB-RIDGE", 1).catch((error) => tell(error.message))
await tell(`${await order("REPUB-RIDGE", 10)} added`)

await hangtag.close()
await pool.end()
