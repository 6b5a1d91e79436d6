import pg from "pg"

/** A pool of `pg`, of whose connections some may still be closing when the database is dropped under them. */
export const openPool = (url: string, options: pg.PoolConfig = {}): pg.Pool =>
  new pg.Pool({ connectionString: url, ...options })
    .on("error", () => {})
    .on("connect", (client) => client.on("error", () => {}))
