import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { serverLayer } from "@hangtag/postgres"
import { Effect, Redacted } from "effect"
import { migrateTo } from "../../packages/postgres/test/support/migrateTo.ts"
import { PostgresServer } from "../../packages/postgres/test/support/PostgresServer.ts"

/** Makes the server's tables of hash partitions by organization, where a number of them is given. */
export const inPartitions = async ({ url }: PostgresServer, partitions: number): Promise<void> => {
  if (partitions === 0) return
  await Effect.runPromise(Effect.provide(migrateTo(partitions), serverLayer({ url: Redacted.make(url) })))
}

/** Runs it with a Postgres server and a folder of its own, of which nothing stays. */
export const onServer = async (
  run: (server: PostgresServer, folder: string) => Promise<void>,
  partitions = 0,
) => {
  const folder = mkdtempSync(join(tmpdir(), "hangtag-chaos-"))
  const server = await PostgresServer.create()
  try {
    await inPartitions(server, partitions)
    await run(server, folder)
  } finally {
    await server.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
}
