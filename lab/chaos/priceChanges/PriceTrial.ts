import { migratedPorts, serverLayer } from "@hangtag/postgres"
import {
  aBrand,
  aPriceEntry,
  aProductEntry,
  aVariantEntry,
  type CatalogSeed,
  seedCatalog,
} from "@hangtag/testkit"
import { Effect, Layer, Logger, ManagedRuntime, Redacted } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { lockCatalog } from "../../../packages/postgres/src/catalog/writing.ts"
import { freePort, hangtag, type Running } from "../../../test/hangtag.ts"

/** That of callers without authentication. */
export const organization = "demo"
export const brand_key = "B"

const productKeys = ["P1", "P2", "P3", "P4"]
const variantsOf = (product: string, color: string) => [1, 2, 3].map((size) => `${product}-${color}-${size}`)

export const colorways = productKeys.flatMap((product_key) =>
  ["Black", "Red"].map((color) => ({ product_key, color })),
)
export { productKeys }

/** Every colorway has prices in force, of two types; some variants have one to come, some have none. */
export const catalog: CatalogSeed = {
  brands: [aBrand({ brand_key })],
  products: productKeys.map((product_key) =>
    aProductEntry({
      product_key,
      brand_key,
      variants: ["Black", "Red"].flatMap((color) =>
        variantsOf(product_key, color).map((variant_key) => aVariantEntry({ variant_key, color })),
      ),
    }),
  ),
  prices: colorways.flatMap(({ product_key, color }) =>
    variantsOf(product_key, color).flatMap((variant_key, index) => [
      ...(index < 2 ? [aPriceEntry({ variant_key, amount: "100", effective_from: "2020-01-01" })] : []),
      aPriceEntry({ variant_key, price_type: "MSRP", amount: "120", effective_from: "2020-01-01" }),
      ...(index === 0 ? [aPriceEntry({ variant_key, amount: "110", effective_from: "2999-01-01" })] : []),
    ]),
  ),
}

/** An installation with some prices, and the processes that serve it. */
export class PriceTrial {
  readonly runtime
  readonly #servers: Array<{ readonly port: number; running: Promise<Running> }> = []
  readonly #env: Readonly<Record<string, string>>

  private constructor(url: string, folder: string) {
    const ports = migratedPorts().pipe(
      Layer.provideMerge(serverLayer({ url: Redacted.make(url), maxConnections: 4 })),
    )
    this.runtime = ManagedRuntime.make(Layer.provideMerge(ports, Logger.layer([])))
    this.#env = { DATABASE_URL: url, HANGTAG_DATA: folder, HANGTAG_DEMO: "off", LOG_LEVEL: "none" }
  }

  /** On an empty database, with N servers. */
  static async create(url: string, folder: string, servers: number): Promise<PriceTrial> {
    const trial = new PriceTrial(url, folder)
    await trial.runtime.runPromise(seedCatalog(organization, catalog))
    for (let nth = 0; nth < servers; nth++) {
      const port = await freePort()
      trial.#servers.push({ port, running: trial.#serve(port) })
    }
    await Promise.all(trial.#servers.map(({ running }) => running))
    return trial
  }

  #serve(port: number): Promise<Running> {
    return hangtag(["serve", "--no-worker"], "serves on", { ...this.#env, PORT: String(port) })
  }

  /** Where the server listens whose turn it is. */
  base(turn: number): string {
    return `http://127.0.0.1:${this.#servers[turn % this.#servers.length]!.port}/api`
  }

  /** Kills a server in the midst of its work and starts it again. */
  async kill(turn: number): Promise<void> {
    const server = this.#servers[turn % this.#servers.length]!
    await (await server.running).stop("SIGKILL")
    server.running = this.#serve(server.port)
    await server.running
  }

  /** Ends every connection of the servers: what they have just asked for may have been done or not. */
  async cut(): Promise<void> {
    const cutting = Effect.flatMap(
      SqlClient,
      (sql) => sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await this.runtime.runPromise(Effect.ignore(cutting))
  }

  /** Keeps every price change of the organization waiting for its turn. */
  async hold(millis: number): Promise<void> {
    const holding = Effect.flatMap(SqlClient, (sql) =>
      sql.withTransaction(
        Effect.andThen(lockCatalog(sql, organization), sql`select pg_sleep(${millis / 1000}::float8)`),
      ),
    )
    await this.runtime.runPromise(Effect.ignore(holding))
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#servers.map(async ({ running }) => (await running).stop("SIGKILL")))
    await this.runtime.dispose()
  }
}
