import type { PGlite } from "@electric-sql/pglite"

const delay = 10_000

/**
 * Does what a server's background processes do and a single session lacks: checkpoints, without which the
 * write-ahead log, and with it the time to reopen after a crash, grows without end; vacuum and analyze.
 *
 * The thresholds of the second are autovacuum's defaults. One table at a time, between statements, so that
 * no one waits long.
 */
export class Housekeeping {
  readonly #db: PGlite
  readonly #walBytesBetweenCheckpoints: number
  #timer: NodeJS.Timeout | undefined
  #due = false

  constructor(db: PGlite, walBytesBetweenCheckpoints: number = 64 * 1024 * 1024) {
    this.#db = db
    this.#walBytesBetweenCheckpoints = walBytesBetweenCheckpoints
  }

  /** To be called when there is work: `wake` is called a while later, unless that is to happen already. */
  schedule(wake: () => void): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#due = true
      wake()
    }, delay).unref()
  }

  /** To be called while no transaction is open. */
  async runIfDue(): Promise<void> {
    if (!this.#due) return
    this.#due = false
    // If the database is broken, the next statement tells; a vacuum that failed is tried again.
    await this.run().catch(() => {})
  }

  async run(): Promise<void> {
    await this.#tidyOneTable()
    // Last: the pages that a vacuum touches go into the log as well.
    const { rows } = await this.#db.query<{ due: boolean }>(
      `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > $1 as due from pg_control_checkpoint()`,
      [this.#walBytesBetweenCheckpoints],
    )
    if (rows[0]?.due) await this.#db.exec("checkpoint")
  }

  async #tidyOneTable(): Promise<void> {
    // What was counted is otherwise published once a second, and only when a statement ends.
    await this.#db.exec("select pg_stat_force_next_flush()")
    const { rows } = await this.#db.query<{ name: string; dead: boolean }>(
      `select format('%I.%I', s.schemaname, s.relname) as name, dead > 50 + 0.2 * live as dead
       from pg_stat_user_tables s join pg_class c on c.oid = s.relid,
       lateral (select s.n_dead_tup as dead, s.n_mod_since_analyze as changed, greatest(c.reltuples, 0) as live)
       where dead > 50 + 0.2 * live or changed > 50 + 0.1 * live
       order by greatest(dead, changed) desc limit 1`,
    )
    const [table] = rows
    if (table !== undefined)
      await this.#db.exec(`${table.dead ? "vacuum (analyze)" : "analyze"} ${table.name}`)
  }
}
