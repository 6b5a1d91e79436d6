import pg from "pg"
import type { PgClient } from "./pgSession.ts"
import type { ClientPool, PooledClient } from "./poolClient.ts"
import type { ServerAddress, Target } from "./serverAddress.ts"

export interface ServerPoolOptions {
  readonly max: number
  readonly applicationName: string
  readonly connectTimeout: number
  readonly idleTimeout: number
  /** What every connection begins with. */
  readonly settings: Readonly<Record<string, string>>
}

/** How long the end of connections is waited for, in milliseconds. */
const patience = 2_000

/** What a server that is none of those that are asked for is refused with. */
export const otherTargetCode = "OTHER_TARGET"

const fits: Record<Target, (isStandby: boolean, isReadOnly: boolean) => boolean> = {
  any: () => true,
  "read-write": (_, isReadOnly) => !isReadOnly,
  "read-only": (_, isReadOnly) => isReadOnly,
  primary: (isStandby) => !isStandby,
  standby: (isStandby) => isStandby,
}

const requireTarget = (target: Target) => async (client: pg.ClientBase) => {
  const { rows } = await client.query<[boolean, boolean]>({
    text: "select pg_is_in_recovery(), current_setting('transaction_read_only') = 'on'",
    rowMode: "array",
  })
  if (!fits[target](...rows[0]!))
    throw Object.assign(new Error(`the server is not ${target}`), { code: otherTargetCode })
}

const startOptions = (settings: ServerPoolOptions["settings"], more = "") =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replace(/[\\ ]/g, "\\$&")} `)
    .join("") + more

/** A pool of connections to the servers of an address: the first that answers and is what is asked for; the next when it is not any more. */
export const serverPool = (address: ServerAddress, options: ServerPoolOptions) => {
  const { hosts, target, tls } = address
  const { connectTimeout: connectionTimeoutMillis } = options
  // of the pool itself it would limit the wait for a free connection too
  const clients = new Set<pg.Client>()
  class Client extends pg.Client {
    constructor(config: pg.ClientConfig) {
      // the pool hides the password among what it hands on
      super({ ...config, password: address.password, connectionTimeoutMillis })
      clients.add(this.once("end", () => clients.delete(this)))
    }
  }
  const pool = new pg.Pool({
    ...hosts[0],
    database: address.database,
    user: address.user,
    password: address.password,
    options: startOptions(options.settings, address.options),
    ssl: tls !== false,
    max: options.max,
    application_name: options.applicationName,
    idleTimeoutMillis: options.idleTimeout,
    // ends a connection whose server is gone without a word while nothing is asked; a statement has its own deadline
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    Client,
    ...(target !== "any" && { onConnect: requireTarget(target) }),
  } as object)
  // a connection that breaks while it is free: the pool has removed it
  pool.on("error", () => {})
  let at = 0
  const connect = async (): Promise<PooledClient> => {
    for (let tried = 1; ; tried++) {
      const asked = at
      try {
        return (await pool.connect()) as unknown as PooledClient
      } catch (error) {
        if (tls === "prefer" && pool.options.ssl && /does not support SSL/.test(String(error))) {
          pool.options.ssl = false
          continue
        }
        const { code, severity } = error as { readonly code?: string; readonly severity?: string }
        const isElsewhere = severity === undefined || code === "57P03" || code === otherTargetCode
        if (!isElsewhere || tried >= hosts.length) throw error
        // several may fail at once
        if (at === asked) at = (at + 1) % hosts.length
        Object.assign(pool.options, hosts[at])
      }
    }
  }
  const lending: ClientPool = {
    connect,
    on: (event, listener) => pool.on(event, listener as never),
    options: pool.options,
    get totalCount() {
      return pool.totalCount
    },
    get idleCount() {
      return pool.idleCount
    },
  }
  const destroyAll = () => {
    for (const { connection } of clients as Iterable<PgClient>) connection?.stream.destroy()
  }
  return {
    clients: lending,
    /** Waits for the server's farewell, and not for long. */
    end: async () => {
      const timer = setTimeout(destroyAll, patience)
      await pool.end().catch(() => {})
      clearTimeout(timer)
    },
  }
}
