import { assert, describe, it } from "@effect/vitest"
import { allPermissions } from "@hangtag/core"
import { Effect, Schedule } from "effect"
import { TokenIssuer } from "../../http-adapter/test/support/TokenIssuer.ts"
import { testServer } from "../../postgres/test/support/testServer.ts"
import { runHere, startHere } from "./support/commandLine.ts"
import { twoServers } from "./support/twoServers.ts"

/** Until it is so. */
const until = <A>(look: Effect.Effect<A>, isSo: (seen: A) => boolean) =>
  Effect.repeat(look, { schedule: Schedule.spaced("20 millis"), until: isSo })

const readyOf = (url: string) =>
  Effect.promise(async () => {
    const response = await fetch(`${url}/readyz`)
    const { status, checks } = (await response.json()) as { status: string; checks: Record<string, string> }
    return { code: response.status, status, checks }
  })

describe.skipIf(testServer.unavailable)("a server and a worker on two databases", () => {
  it.live("serve each organization from its own, all others while one is silent, and go by a new map", () =>
    Effect.gen(function* () {
      const { env, map, write, catalog, forwarder } = yield* twoServers
      map("globex")
      for (const each of ["acme", "globex"])
        yield* runHere(["import", catalog(each), "--organization", each, "--create"], env)
      const issuer = yield* TokenIssuer.make
      const announced = yield* startHere(["serve", "--json"], {
        ...env,
        PORT: "0",
        LOG_LEVEL: "none",
        STATEMENT_TIMEOUT: "2s",
        AUTH_ISSUER: issuer.issuer,
        AUTH_AUDIENCE: issuer.audience,
        AUTH_JWKS_URL: issuer.jwksUrl,
      })
      const { url, servers } = JSON.parse(announced) as { url: string; servers: Record<string, string> }
      assert.match(servers.eu!, /^127\.0\.0\.1:\d+\/test_/)
      const now = Math.floor(Date.now() / 1000)
      const ask = Effect.fnUntraced(function* (organization: string, path: string, body?: unknown) {
        const token = yield* Effect.promise(() =>
          issuer.sign({ org_id: organization, iat: now, exp: now + 600, permissions: [...allPermissions] }),
        )
        const response = yield* Effect.promise(() =>
          fetch(`${url}/api/${path}`, {
            method: body === undefined ? "GET" : "POST",
            headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          }),
        )
        const answer = (yield* Effect.promise(() => response.json())) as Record<string, unknown>
        return { status: response.status, retryAfter: response.headers.get("retry-after"), answer }
      })
      const search = (organization: string) => ask(organization, "products/P/variants/search?q=boot")
      const nameOf = ({ answer }: Effect.Success<ReturnType<typeof search>>) =>
        (answer.items as ReadonlyArray<{ name: string }>)[0]?.name
      const queueExport = (organization: string) =>
        ask(organization, "products/export-async", {
          product_keys: [],
          export_format: "csv",
          export_mode: "column_based",
          filter_by_label: false,
          filter_latest_version: false,
          label_keys: null,
          source_filter: null,
          column_mappings: [{ column_name: "N", source_field: "name", sub_field: null, use_label: false }],
        })
      const ended = Effect.fnUntraced(function* (organization: string, jobId: unknown) {
        const job = ask(organization, `jobs/${jobId}`)
        return (yield* until(job, ({ answer }) => answer.finished_at !== null)).answer.status
      })
      assert.strictEqual(nameOf(yield* search("acme")), "Boot of acme")
      assert.strictEqual(nameOf(yield* search("globex")), "Boot of globex")
      for (const each of ["acme", "globex"])
        assert.strictEqual(yield* ended(each, (yield* queueExport(each)).answer.job_id), "completed")

      forwarder.silence()
      const part = yield* until(readyOf(url), ({ status }) => status !== "ok")
      assert.deepInclude(part, { code: 200, status: "degraded" })
      assert.deepInclude(part.checks, { "database default": "ok", "database eu": "unavailable" })
      const refused = yield* until(search("globex"), ({ status }) => status === 503)
      assert.isNotNull(refused.retryAfter)
      assert.strictEqual((yield* queueExport("globex")).status, 503)
      assert.strictEqual(nameOf(yield* search("acme")), "Boot of acme")
      assert.strictEqual(yield* ended("acme", (yield* queueExport("acme")).answer.job_id), "completed")

      forwarder.speak()
      yield* until(search("globex"), ({ status }) => status === 200)
      const { answer } = yield* queueExport("globex")
      assert.strictEqual(yield* ended("globex", answer.job_id), "completed")
      assert.strictEqual((yield* until(readyOf(url), ({ status }) => status === "ok")).code, 200)

      yield* runHere(["organizations", "move", "globex", "--to-server", "default"], env)
      assert.strictEqual((yield* queueExport("globex")).status, 503)
      write("not a map")
      map()
      const moved = yield* until(queueExport("globex"), ({ status }) => status === 200)
      assert.strictEqual(yield* ended("globex", moved.answer.job_id), "completed")
      assert.strictEqual((yield* ask("globex", `jobs/${answer.job_id}`)).answer.status, "completed")
    }).pipe(Effect.scoped),
  )
})
