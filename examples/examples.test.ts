import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { priceRepositoryPromises } from "@hangtag/testkit/promises"
import { expect, it } from "vitest"
import { freePort, script } from "../test/hangtag.ts"

const run = promisify(execFile)
const shopPromises = Object.keys(priceRepositoryPromises).length

// 02-http-client: test/processes.test.ts has a server for it

it("04-own-server answers whom its sessions know", async () => {
  const port = await freePort()
  const example = join(import.meta.dirname, "04-own-server/server.ts")
  const server = await script([example], "Serving", { PORT: String(port) })
  try {
    const search = `http://127.0.0.1:${port}/api/products/NT-RIDGE-BOOT/variants/search?q=black`
    const known = await fetch(search, { headers: { cookie: "identity_provider_session=s-1" } })
    expect([known.status, ((await known.json()) as { total: number }).total]).toEqual([200, 3])
    const unknown = await fetch(search)
    expect([unknown.status, await unknown.json()]).toEqual([401, { detail: "Sign in first" }])
  } finally {
    await server.stop("SIGTERM")
  }
})

it.each([
  ["01-embed/ownData.ts", "changed [ { line: 0, kind: 'overridden_later' } ]"],
  ["06-own-repositories/shopWithoutRunner.ts", `${shopPromises} promises hold`],
  ["08-own-worker/worker.ts", "completed Wrote 3 rows of 1 product version."],
])("%s prints what it says", async (file, output) => {
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, file)])
  expect(stdout.trim()).toBe(output)
})

it.each([
  ["06-own-repositories/shopWithNodeTest.ts", shopPromises],
  ["09-consumer-tests/withPromises.ts", 1],
])("%s passes with Node's own runner", async (file, tests) => {
  const { stdout } = await run(process.execPath, [
    "--test",
    "--test-reporter=tap",
    join(import.meta.dirname, file),
  ])
  expect(stdout).toContain(`# pass ${tests}\n# fail 0\n# cancelled 0\n`)
})
