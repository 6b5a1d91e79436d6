/**
 * Runs a Postgres server for tests and benchmarks until SIGTERM or Ctrl-C: prints its URL, and keeps nothing.
 *
 *     node packages/postgres/test/support/startServer.ts
 *
 * With `--supervised` it also ends at the end of its stdin, so that it never outlives who started it.
 */
import { PostgresServer } from "./PostgresServer.ts"

const server = await PostgresServer.create().catch((cause: Error) => {
  console.error(cause.message)
  process.exit(1)
})

let ending = false
const end = async () => {
  if (ending) return
  ending = true
  await server.dispose()
  process.exit(0)
}
process.on("SIGTERM", end)
process.on("SIGINT", end)
if (process.argv.includes("--supervised")) process.stdin.on("end", end).resume()

console.log(server.url)
