import { execFile } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { CatalogWriter } from "@hangtag/core"
import { migratedPorts } from "@hangtag/postgres"
import { aBrand } from "@hangtag/testkit"
import { Effect, Exit, Layer, Scope } from "effect"
import ExcelJS from "exceljs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runHere } from "../packages/cli/test/support/commandLine.ts"
import { createTestDatabase, layerOf } from "../packages/postgres/test/support/createTestDatabase.ts"
import { testServer } from "../packages/postgres/test/support/testServer.ts"
import { freePort, hangtag, type Running, root, run } from "./hangtag.ts"
import { temporaryFolder } from "./temporaryFolder.ts"

const serving = "Hangtag serves on"
const folder = temporaryFolder(afterAll)

const json = async (url: string, init?: RequestInit) => {
  const response = await fetch(url, init)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const post = (url: string, body: unknown) =>
  json(url, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } })

/** Queues an export of every product and follows its events to the end. */
const exported = async (base: string, export_format: "csv" | "xlsx") => {
  const { body } = await post(`${base}/api/products/export-async`, {
    product_keys: [],
    export_format,
    filter_latest_version: true,
    column_mappings: [
      { column_name: "SKU", source_field: "variant_key" },
      { column_name: "MAP", source_field: "price", sub_field: "MAP" },
    ],
  })
  const events = await (await fetch(`${base}/api/jobs/${body.job_id}/events`)).text()
  expect(events).toContain("event: completed")
  const link = await json(`${base}/api/products/export/${body.job_id}/download-url`)
  const file = await fetch(String(link.body.url))
  return Buffer.from(await file.arrayBuffer())
}

/** A command of the program within this process. */
const here: typeof run = (args, env) =>
  Effect.runPromise(
    Effect.map(runHere(args, env), (ended) => ({ ...ended, output: ended.printed + ended.complaint })),
  )

/** One sentence on the terminal, a failing exit code, and nothing of the inside. */
const refusal = async (args: ReadonlyArray<string>, env: Record<string, string>, expected = 1) => {
  const { code, output } = await here(args, env)
  expect(code).toBe(expected)
  expect(output).not.toMatch(/^\s+at .*:\d+:\d+/m)
  return output.trim()
}

describe("hangtag serve", () => {
  const data = join(folder, "data")
  let env: Record<string, string>
  let base: string
  let server: Running
  beforeAll(async () => {
    const port = await freePort()
    env = { HANGTAG_DATA: data, PORT: String(port) }
    base = `http://127.0.0.1:${port}`
    server = await hangtag(["serve"], serving, env)
  })
  afterAll(() => server?.stop("SIGKILL"))

  const selected = async (value: boolean) =>
    (
      await json(`${base}/api/products/crawl-discoveries/CRAWL-RIDGE/D1`, {
        method: "PATCH",
        body: JSON.stringify({ selected: value }),
        headers: { "content-type": "application/json" },
      })
    ).body

  it("exports every product to files that another reader reads cell by cell", async () => {
    const [csv, xlsx] = [await exported(base, "csv"), await exported(base, "xlsx")]
    const rows = csv.toString("utf8").trimEnd().split("\r\n")
    expect(rows).toHaveLength(3001)
    const workbook = new ExcelJS.Workbook()
    await workbook.xlsx.load(xlsx as unknown as ArrayBuffer)
    const sheet = workbook.worksheets[0]!
    expect(sheet.rowCount).toBe(3001)
    const read = (index: number) => {
      const [, sku, map] = sheet.getRow(index + 1).values as Array<unknown>
      return `${sku},${typeof map === "number" ? map : ""}`
    }
    for (const [index, row] of rows.slice(1).entries()) {
      const [sku, map] = row.split(",")
      expect(read(index + 1)).toBe(`${sku},${map === "" ? "" : Number(map)}`)
    }
  })

  it("answers the client of examples/02-http-client", async () => {
    const client = join(root, "examples/02-http-client/client.ts")
    const { stdout } = await promisify(execFile)(process.execPath, [client], {
      env: { ...process.env, HANGTAG_URL: base },
    })
    expect(stdout.trim().split("\n")).toEqual([
      "3 variants, first NT-RIDGE-BOOT-BLK-10",
      "No such product: NO-SUCH",
      "Wrote 8 rows of 1 product version.",
    ])
  })

  it("says in one sentence that the data folder or the port is taken", async () => {
    expect(await refusal(["serve"], { ...env, PORT: String(await freePort()) })).toContain(
      `is in use by process ${server.pid}`,
    )
    const other = { ...env, HANGTAG_DATA: join(folder, "other"), HANGTAG_DEMO: "off" }
    expect(await refusal(["serve"], other)).toMatch(/^hangtag: Port \d+ is in use already/)
  })

  // SIGTERM ends it below
  it.each(["SIGINT", "SIGKILL"] as const)("keeps everything over %s and a new start", async (signal) => {
    const before = await selected(false)
    const code = await server.stop(signal)
    expect(code).toBe(signal === "SIGKILL" ? null : 0)
    server = await hangtag(["serve"], serving, env)
    expect(await selected(false)).toEqual(before)
  })

  it("previews, exports and examines itself from a terminal once the server has stopped", async () => {
    expect(await server.stop("SIGTERM")).toBe(0)
    const succeed = async (args: ReadonlyArray<string>, by = here) => {
      const { code, output } = await by(args, env)
      expect({ code, output }).toMatchObject({ code: 0 })
      return output
    }
    const line = "MAP=139.95@2099-06-01"
    expect(await succeed(["preview", "NT", "NT-RIDGE-BOOT", "Black", line])).toContain(
      "MAP 139.95 from 2099-06-01: changed (0 add, 3 changed, 0 unchanged)",
    )
    const file = join(folder, "export.csv")
    const columns = ["-c", "SKU=variant_key", "-c", "MAP=price:MAP"]
    const output = await succeed(["export", ...columns, "--latest", "-o", file], run)
    expect(output).toContain("Wrote 3000 rows of 250 product versions")
    expect(readFileSync(file, "utf8").trimEnd().split("\r\n")).toHaveLength(3001)
    const piped = await run(
      ["export", "--latest", "-p", "NT-RIDGE-BOOT", "-c", "K\\==product_key", "-o", "-"],
      env,
    )
    expect(piped).toMatchObject({ code: 0, printed: "\ufeffK=\r\nNT-RIDGE-BOOT\r\n" })
    expect(piped.output).toContain("Wrote 1 row of 1 product version.")
    expect(await refusal(["jobs", "show", "no-such-job"], env)).toBe("hangtag: No such job: no-such-job")
    const findings = await succeed(["doctor"])
    expect(findings).toMatch(/^ok {4}database at .*: Postgres/m)
    expect(findings).toMatch(/^ok {4}queue at .*: 0 exports wait, 0 run/m)
  })
})

describe("a command that cannot succeed says so in one sentence", () => {
  const scope = Scope.makeUnsafe()
  let data: Record<string, string> = { HANGTAG_DATA: join(folder, "refusals"), HANGTAG_DEMO: "off" }
  beforeAll(async () => {
    // where there is a server, one does not start a database for each
    if (testServer.unavailable !== undefined) return
    data = {
      ...data,
      DATABASE_URL: await Effect.runPromise(Scope.provide(createTestDatabase("migrated"), scope)),
    }
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }

  // what else is refused before a start, and by processes: packages/cli/test/brokenSetups.test.ts
  it.each([
    [
      "a bad setting",
      ["serve"],
      { PORT: "eighty" },
      /^hangtag: Setting PORT=eighty cannot be used: use a port number/,
    ],
    ["an unknown key", ["preview", "NT", "P", "Black"], {}, /^hangtag: No such brand: NT$/],
    ["a missing file", ["import", "/no/such.ndjson", "-o", "x"], {}, /^hangtag: .*such\.ndjson/],
  ] as const)("%s", async (_, args, env, sentence) => {
    expect(await refusal(args, { ...data, ...env })).toMatch(sentence)
  })

  it("a bad file, and bad lines by their number while the good ones are kept", async () => {
    const page = file("page.csv", "<html>\n<body>not a table</body>\n")
    expect(await refusal(["import", page, "-o", "x"], data)).toMatch(
      /^hangtag: .*page\.csv cannot be imported/,
    )
    const lines = file(
      "catalog.ndjson",
      '{"kind":"brand","brand_key":"B1","name":"One"}\n{"kind":"brand","brand_key":2}\nnot json\n',
    )
    expect(await refusal(["import", lines, "-o", "x"], data)).toMatch(/^hangtag: .*"x".*--create/)
    expect(await refusal(["import", lines, "-o", "", "--create"], data, 2)).toMatch(
      /organization.*it is empty/,
    )
    const output = await refusal(["import", lines, "-o", "x", "--create"], data)
    expect(output).toContain("brand: 1 new")
    expect(output).toMatch(/catalog\.ndjson:2: /)
    expect(output).toMatch(/catalog\.ndjson:3: /)
    expect(output).toMatch(/hangtag: 2 lines were left out/)
  })

  it("what an import leaves out, as one JSON object and a csv file, and a dry run writes nothing", async () => {
    const shop = file(
      "shop.csv",
      "Handle,Title,Vendor,Variant SKU,Variant Price\nboot,Boot,Acme,B,10\nhat,Hat,Acme,B,5\n",
    )
    const report = join(folder, "report.csv")
    const common = ["import", shop, "-o", "shop", "--create", "--json"]
    const dry = await run([...common, "--dry-run"], data)
    const wet = await run([...common, "--report", report], data)
    expect([dry.code, wet.code]).toEqual([1, 1])
    const [planned, done] = [JSON.parse(dry.printed), JSON.parse(wet.printed)]
    expect(planned).toEqual({ ...done, dry_run: true })
    const { faults, kinds, duplicates, rejected } = done
    expect([kinds.product.inserted, kinds.price.withheld, rejected, duplicates.first]).toEqual([
      1,
      1,
      1,
      ["B"],
    ])
    expect(faults).toEqual([{ file: shop, line: 3, kind: "product", fault: expect.stringContaining("hat") }])
    expect(readFileSync(report, "utf8")).toMatch(
      /^\ufefffile,line,kind,fault\r\n.*,3,product,"leaves hat out/,
    )
  })
})

describe.skipIf(testServer.unavailable !== undefined)("on a Postgres server", () => {
  it("a server without worker leaves exports to two workers, which drain on SIGTERM", async () => {
    await Effect.gen(function* () {
      const url = yield* createTestDatabase("empty")
      yield* Effect.promise(async () => {
        const port = await freePort()
        const env = {
          DATABASE_URL: url,
          HANGTAG_DEMO: "on",
          LOG_FORMAT: "json",
          HANGTAG_DATA: join(folder, "server"),
          PORT: String(port),
        }
        const server = await hangtag(["serve", "--no-worker"], serving, env)
        const workers = await Promise.all(
          [1, 2].map(() => hangtag(["worker"], "its health is on", { ...env, WORKER_PORT: "0" })),
        )
        try {
          const files = await Promise.all(
            (["csv", "xlsx", "csv", "csv"] as const).map((format) =>
              exported(`http://127.0.0.1:${port}`, format),
            ),
          )
          expect(files[2]).toEqual(files[0])
          expect(files[3]).toEqual(files[0])
          const health = workers.map(({ output }) => /health is on (http:[\d.:/]+)/.exec(output())![1]!)
          const metrics = await Promise.all(health.map(async (url) => (await fetch(`${url}/metrics`)).text()))
          // before anyone asks
          for (const text of metrics) expect(text).toMatch(/^hangtag_ready 1$/m)
          const ready = await Promise.all(health.map((url) => fetch(`${url}/readyz`)))
          expect(await Promise.all(ready.map((response) => response.json()))).toEqual(
            [1, 2].map(() => ({ status: "ok", checks: { database: "ok", storage: "ok" } })),
          )
          const attempts = metrics.map((text) =>
            Number(/^hangtag_export_attempts_total (\d+)/m.exec(text)?.[1] ?? 0),
          )
          expect(attempts[0]! + attempts[1]!).toBe(files.length)
          expect(metrics[0]).toMatch(/^hangtag_export_jobs\{state="waiting",server="default"\} \d+$/m)
        } finally {
          const codes = await Promise.all([server, ...workers].map(({ stop }) => stop("SIGTERM")))
          expect(codes).toEqual([0, 0, 0])
          for (const { output } of [server, ...workers]) {
            const lines = output().trim().split("\n")
            const levels = lines.map((line) => (JSON.parse(line) as { level: string }).level)
            expect(levels).toEqual(lines.map(() => "INFO"))
          }
        }
      })
    }).pipe(Effect.scoped, Effect.runPromise)
  })

  it("an export from the terminal runs its own job, and leaves those of others to their workers", async () => {
    await Effect.gen(function* () {
      const url = yield* createTestDatabase("migrated")
      yield* Effect.promise(async () => {
        const port = await freePort()
        const env = { DATABASE_URL: url, HANGTAG_DATA: join(folder, "others"), HANGTAG_DEMO: "off" }
        const server = await hangtag(["serve", "--no-worker"], serving, { ...env, PORT: String(port) })
        try {
          const api = `http://127.0.0.1:${port}/api`
          const request = {
            product_keys: [],
            export_format: "csv",
            column_mappings: [{ column_name: "SKU", source_field: "variant_key" }],
          }
          const asked = [1, 2].map(() => post(`${api}/products/export-async`, request))
          const waiting = (await Promise.all(asked)).map(({ body }) => body.job_id)
          const file = join(folder, "own.csv")
          const elsewhere = { ...env, HANGTAG_DATA: join(folder, "elsewhere") }
          const own = ["export", "-c", "A=name", "-p", "P1", "--output", file, "--organization"]
          expect(await refusal([...own, "unknown"], elsewhere)).toContain('no organization "unknown" here')
          await Effect.runPromise(
            Effect.flatMap(CatalogWriter, ({ saveBrands }) => saveBrands("nasty", [aBrand()])).pipe(
              Effect.provide(migratedPorts().pipe(Layer.provide(layerOf(url)))),
            ),
          )
          const { code, output } = await run([...own, "nasty"], elsewhere)
          expect({ code, output }).toMatchObject({ code: 0 })
          expect(output).toContain("Skipped 1 product key: 1 unknown (P1)")
          expect(readFileSync(file, "utf8")).toBe("\ufeffA\r\n")
          for (const id of waiting)
            expect((await json(`${api}/jobs/${id}`)).body).toMatchObject({ status: "queued", attempt: 0 })
        } finally {
          expect(await server.stop("SIGTERM")).toBe(0)
        }
      })
    }).pipe(Effect.scoped, Effect.runPromise)
  })
})
