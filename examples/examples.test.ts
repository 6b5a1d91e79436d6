import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, it } from "vitest"
import { freePort, hangtag, script } from "../test/hangtag.ts"

const run = promisify(execFile)

it("02-http-client talks to a running server", async () => {
  const data = mkdtempSync(join(tmpdir(), "hangtag-example-"))
  const port = await freePort()
  const server = await hangtag(["serve"], "Hangtag serves on", { HANGTAG_DATA: data, PORT: String(port) })
  try {
    const example = join(import.meta.dirname, "02-http-client/client.ts")
    const env = { ...process.env, HANGTAG_URL: `http://127.0.0.1:${port}` }
    const { stdout } = await run(process.execPath, [example], { env })
    expect(stdout.trim().split("\n")).toEqual([
      "3 variants, first NT-RIDGE-BOOT-BLK-10",
      "No such product: NO-SUCH",
      "Wrote 8 rows of 1 product version.",
    ])
  } finally {
    await server.stop("SIGTERM")
    rmSync(data, { recursive: true, force: true })
  }
})

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
  ["08-own-worker/worker.ts", "completed Wrote 3 rows of 1 product version."],
])("%s prints what it says", async (file, output) => {
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, file)])
  expect(stdout.trim()).toBe(output)
})

it("09-consumer-tests pass with Node's own runner", async () => {
  const { stdout } = await run(process.execPath, [
    "--test",
    "--test-reporter=tap",
    join(import.meta.dirname, "09-consumer-tests/withPromises.ts"),
  ])
  expect(stdout).toContain("# pass 1\n# fail 0\n# cancelled 0\n")
})
