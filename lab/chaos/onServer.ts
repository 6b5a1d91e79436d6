import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PostgresServer } from "../../packages/postgres/test/support/PostgresServer.ts"

/** Runs it with a Postgres server and a folder of its own, of which nothing stays. */
export const onServer = async (run: (server: PostgresServer, folder: string) => Promise<void>) => {
  const folder = mkdtempSync(join(tmpdir(), "hangtag-chaos-"))
  const server = await PostgresServer.create()
  try {
    await run(server, folder)
  } finally {
    await server.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
}
