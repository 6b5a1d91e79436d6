import { serverLayer } from "@hangtag/postgres"
import { Effect, Logger, Redacted } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import pg from "pg"
import { type Migrations, migrateBy, migrations } from "../../packages/postgres/src/schema/migrate.ts"
import { indexOnline } from "../../packages/postgres/src/schema/online.ts"
import { Dice } from "../../packages/worker/test/simulation/Dice.ts"
import { Caller, Ledger } from "./priceChanges/Caller.ts"
import type { PriceTrial } from "./priceChanges/PriceTrial.ts"
import { compareWithReplay } from "./priceChanges/replay.ts"
import { Answers } from "./restarting.ts"

const statements = (...all: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient, (sql) => Effect.forEach(all, (each) => sql.unsafe(each), { discard: true }))

/** Those that are read and written most, in no order that processes take them in. */
const tables = ["batch", "price_record", "variant", "publication", "product", "brand"]

/** The migrations of versions to come, made as decision 0060 has it: each brings columns, a table and an index. */
const versions = (count: number): Migrations => {
  const after = Number.parseInt(Object.keys(migrations).at(-1)!, 10)
  const of = (nth: number) => {
    const column = `later_${nth}`
    return {
      [`${after + 2 * nth - 1}_columns`]: statements(
        ...tables.map((table) => `alter table hangtag_${table} add column ${column} text`),
        ...tables.map(
          (table) => `alter table hangtag_${table} add column sure_${nth} integer not null default 7`,
        ),
        `create table hangtag_${column} (organization text collate "C" not null, key text, primary key (organization, key))`,
      ),
      [`${after + 2 * nth}_index`]: {
        online: indexOnline(
          `hangtag_${column}_idx`,
          `hangtag_price_record (organization, ${column}, amount)`,
        ),
      },
    }
  }
  return Object.assign({ ...migrations }, ...Array.from({ length: count }, (_, index) => of(index + 1)))
}

/** A session that reads in a transaction as a dump does, until it is ended. */
const dump = async (url: string) => {
  const client = new pg.Client({ connectionString: url, application_name: "nightly" })
  await client.connect()
  await client.query("begin isolation level repeatable read")
  for (const table of tables) await client.query(`select from hangtag_${table} limit 1`)
  return () => client.end()
}

/**
 * Migrates under servers that were started before, `versions` times, while prices are changed and asked for, and a session that holds tables
 * is in the way for a while each time. Then compares prices with a replay.
 */
export const throughUpgrades = async (
  trial: PriceTrial,
  url: string,
  given: {
    readonly versions: number
    readonly changes: number
    readonly callers: number
    readonly seed: number
  },
) => {
  const ledger = new Ledger()
  const answers = new Answers()
  const wrong: Array<string> = []
  let going = true
  const calling = async (number: number) => {
    const caller = new Caller(trial, ledger, new Dice(given.seed + number), number)
    while (going || ledger.done < given.changes) await caller.act()
  }
  const asking = async () => {
    for (let turn = 0; going; turn++) {
      const base = trial.base(turn)
      await answers.send(`${base}/products/P1/variants/search?q=black`)
      const ready = await fetch(base.replace(/api$/, "readyz"))
      if (ready.status !== 200) wrong.push(`not ready: ${await ready.text()}`)
      else await ready.arrayBuffer()
    }
  }
  const migrate = (count: number, wait: `${number} seconds`) =>
    Effect.runPromise(
      Effect.result(migrateBy(versions(count), wait)).pipe(
        Effect.provide(serverLayer({ url: Redacted.make(url), maxConnections: 3 })),
        Effect.provide(Logger.layer([])),
      ),
    )
  const migrating = async () => {
    let blocked = 0
    for (let nth = 1; nth <= given.versions; nth++) {
      await ledger.reaches((given.changes * nth) / (given.versions + 1))
      const end = await dump(url)
      const first = await migrate(nth, "2 seconds")
      if (first._tag === "Failure" && /held by sessions? \d+ \("nightly"/.test(first.failure.message))
        blocked++
      else wrong.push(`a migration beside a dump: ${JSON.stringify(first)}`)
      const going = migrate(nth, "60 seconds")
      await ledger.reaches(ledger.done + 3)
      await end()
      const second = await going
      if (second._tag === "Failure") wrong.push(`a migration: ${second.failure.message}`)
    }
    // and they go on on what they do not know
    await ledger.reaches(ledger.done + given.callers)
    going = false
    return blocked
  }
  const [blocked] = await Promise.all([
    migrating(),
    asking(),
    ...Array.from({ length: given.callers }, (_, number) => calling(number)),
  ])
  const compared = await compareWithReplay(trial, ledger)
  const { done, unavailable } = ledger
  return {
    ...compared,
    done,
    blocked,
    answered: answers.answered,
    unavailable: answers.refused + unavailable,
    slowest: Math.max(answers.slowest, ledger.slowest),
    wrong: [...wrong, ...answers.wrong, ...ledger.wrong, ...compared.wrong],
  }
}
