import { Effect } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { runHere } from "../../packages/cli/test/support/commandLine.ts"
import { createTestDatabase } from "../../packages/postgres/test/support/createTestDatabase.ts"
import { testServer } from "../../packages/postgres/test/support/testServer.ts"
import { freePort, hangtag } from "../hangtag.ts"
import { temporaryFolder } from "../temporaryFolder.ts"
import { RedisServer, redisUnavailable } from "./RedisServer.ts"

const unavailable = redisUnavailable ?? testServer.unavailable

const here = (...command: Parameters<typeof runHere>) => Effect.runPromise(runHere(...command))

const newFolder = () => {
  const folder = temporaryFolder(onTestFinished)
  return folder
}

const newServer = async () => {
  const server = await RedisServer.create({ remembers: false })
  onTestFinished(() => server.dispose())
  return server
}

const json = async (url: string, init?: RequestInit) => {
  const response = await fetch(url, init)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const request = {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    product_keys: [],
    export_format: "csv",
    column_mappings: [{ column_name: "SKU", source_field: "variant_key" }],
  }),
}

describe.skipIf(unavailable !== undefined)("processes on one Postgres and one Redis", () => {
  it("take requests and run exports while Redis is down; count calls together when it is back", () =>
    Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const url = yield* createTestDatabase("empty")
          yield* Effect.promise(async () => {
            const redis = await newServer()
            const ports = [await freePort(), await freePort()]
            const env = {
              DATABASE_URL: url,
              REDIS_URL: redis.url,
              HANGTAG_DATA: newFolder(),
              RATE_LIMIT: "40/h",
              HANGTAG_DEMO: "off",
            }
            const running = [await hangtag(["worker"], "takes exports", env)]
            for (const port of ports)
              running.push(
                await hangtag(["serve", "--no-worker"], "serves on", { ...env, PORT: String(port) }),
              )
            try {
              const [here, there] = ports.map((port) => `http://127.0.0.1:${port}/api`)
              const connected = await redis.clients()
              await redis.stop()
              const queued = [await json(`${here}/products/export-async`, request)]
              queued.push(await json(`${there}/products/export-async`, request))
              expect(queued.map(({ status }) => status)).toEqual([200, 200])
              for (const { body } of queued) {
                const events = await (await fetch(`${there}/jobs/${body.job_id}/events`)).text()
                expect(events).toContain("event: completed")
                const { body: job } = await json(`${here}/jobs/${body.job_id}`)
                expect(job).toMatchObject({ status: "completed", attempt: 1, queue_position: null })
              }
              await redis.start()
              // until they are connected again calls are not counted
              await expect.poll(() => redis.clients(), { timeout: 60_000 }).toBe(connected)
              const passing = async (base: string | undefined) => {
                let passed = 0
                while ((await json(`${base}/jobs/${queued[0]!.body.job_id}`)).status !== 429) passed++
                return passed
              }
              // a count of each would pass 80; one count passes 40 and what it regains meanwhile, one each 90 s
              expect((await passing(here)) + (await passing(there))).toBeLessThan(60)
            } finally {
              for (const { stop } of running) await stop("SIGTERM")
            }
          })
        }),
      ),
    ))
})

describe("REDIS_URL", () => {
  it.each([
    ["redis://:s3cret@127.0.0.1:1", "No Redis server answers at 127.0.0.1:1 ("],
    ["redis://:s3cret@127.0.0.1/one", "REDIS_URL=(hidden) cannot be used: use a URL"],
  ])("%s stops the start with one sentence that says what to do", async (REDIS_URL, sentence) => {
    const env = { REDIS_URL, HANGTAG_DATA: newFolder(), HANGTAG_DEMO: "off", PORT: "0" }
    const { code, printed, complaint } = await here(["serve"], env)
    expect([code, printed]).toEqual([1, ""])
    expect(complaint).toContain(sentence)
    expect(complaint.trim().split("\n")).toHaveLength(1)
    expect(complaint).not.toContain("s3cret")
  })

  it.skipIf(redisUnavailable !== undefined)("is checked by hangtag doctor", async () => {
    const redis = await newServer()
    const env = { REDIS_URL: redis.url, HANGTAG_DATA: newFolder() }
    const well = await here(["doctor"], env)
    expect(well.printed).toMatch(/^ok {4}redis at 127.0.0.1:\d+: Redis \d+\.\d+\.\d+ answers$/m)
    await redis.stop()
    const ill = await here(["doctor"], env)
    expect(ill.code).toBe(1)
    expect(ill.printed).toMatch(/^wrong redis at .*: No Redis server answers at 127.0.0.1:\d+ \(.*REDIS_URL/m)
  })

  it("unset, nothing of Redis is loaded", async () => {
    const script = `
      await import("./packages/cli/src/composition/serveOn.ts")
      const { hangtag } = await import("./packages/cli/src/composition/hangtag.ts")
      const { createRequire } = await import("node:module")
      const loaded = Object.keys(createRequire(import.meta.url).cache)
      console.log(loaded.filter((file) => /redis/i.test(file)).length, loaded.length > 0, typeof hangtag)`
    const { execFileSync } = await import("node:child_process")
    const output = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" })
    expect(output.trim()).toBe("0 true function")
  })
})
