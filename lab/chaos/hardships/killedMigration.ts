import { join } from "node:path"
import { migrate, serverLayer } from "@hangtag/postgres"
import { EmbeddedPostgres } from "@hangtag/postgres/embedded"
import { Effect, Logger, Redacted } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { Dice } from "../../../packages/worker/test/simulation/Dice.ts"
import { run } from "../../../test/hangtag.ts"
import { schemaState } from "./databaseState.ts"
import { killedAfter } from "./killing.ts"

type Environment = Readonly<Record<string, string>>

/** Makes every statement that changes the schema take its time, so that there is a middle to be killed in. */
const slowly = [
  `create function slow() returns event_trigger language plpgsql as
    'begin if tg_tag <> ''DROP EVENT TRIGGER'' then perform pg_sleep(0.02); end if; end'`,
  "create event trigger slow on ddl_command_end execute function slow()",
]
const fastAgain = ["drop event trigger slow", "drop function slow"]

const onServer = <A, E>(url: string, effect: Effect.Effect<A, E, SqlClient>) =>
  Effect.runPromise(Effect.provide(effect, serverLayer({ url: Redacted.make(url) })))
const execute = (url: string, statements: ReadonlyArray<string>) =>
  onServer(
    url,
    Effect.flatMap(SqlClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement))),
  )

const migrated = async (env: Environment) => {
  const { code, output } = await run(["migrate"], env)
  return code === 0 ? [] : [`migrating again failed: ${output}`]
}
const differs = (found: unknown, expected: unknown) =>
  JSON.stringify(found) === JSON.stringify(expected) ? [] : ["the schema differs from an undisturbed one"]

/**
 * Kills migrations of a server's empty database, which has to be found all done or not begun, and migrates to the
 * end; `calm` is an empty one as well, for an undisturbed migration to compare with.
 */
export const killedMigration = async (
  urls: { readonly disturbed: string; readonly calm: string },
  options: { kills: number; dice: Dice },
) => {
  await onServer(urls.calm, migrate)
  const wrong: Array<string> = []
  const tables = Effect.flatMap(
    SqlClient,
    (sql) => sql`select from pg_class where relname like 'hangtag%' and relkind = 'r'`,
  )
  const whole = await onServer(urls.calm, tables)
  await execute(urls.disturbed, slowly)
  let kills = 0
  for (let nth = 0; nth < options.kills; nth++) {
    // From the start of the process to about the end of its migration.
    const millis = 400 + 1600 * options.dice.random()
    if (await killedAfter(millis, ["migrate"], { DATABASE_URL: urls.disturbed })) kills++
    const found = await onServer(urls.disturbed, tables)
    if (found.length !== 0 && found.length !== whole.length)
      wrong.push(`a killed migration left ${found.length} tables`)
  }
  await execute(urls.disturbed, fastAgain)
  wrong.push(...(await migrated({ DATABASE_URL: urls.disturbed })))
  wrong.push(...differs(await onServer(urls.disturbed, schemaState), await onServer(urls.calm, schemaState)))
  return { kills, wrong }
}

/** Kills first starts of the embedded database, each in a folder of its own, and starts it again there. */
export const killedFirstStart = async (folder: string, options: { kills: number; dice: Dice }) => {
  const stateOf = (data: string) =>
    Effect.runPromise(
      Effect.provide(schemaState, EmbeddedPostgres.layer({ dataDir: join(data, "postgres") })).pipe(
        Effect.provide(Logger.layer([])),
      ),
    )
  const calm = join(folder, "calm")
  const began = performance.now()
  const wrong = await migrated({ HANGTAG_DATA: calm })
  const duration = performance.now() - began
  const expected = await stateOf(calm)
  let kills = 0
  for (let nth = 0; nth < options.kills; nth++) {
    const env = { HANGTAG_DATA: join(folder, String(nth)) }
    if (await killedAfter(duration * (0.2 + 0.7 * options.dice.random()), ["migrate"], env)) kills++
    wrong.push(...(await migrated(env)), ...differs(await stateOf(env.HANGTAG_DATA), expected))
  }
  return { kills, wrong }
}
