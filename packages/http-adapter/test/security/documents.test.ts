import { existsSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { callLimits } from "@hangtag/core"
import { type AnyDescribed, mostFaults } from "@hangtag/core/adapter"
import { operations } from "@hangtag/core/effect"
import { OpenApi } from "effect/http-api"
import { excelLimits } from "../../../core/src/exports/rules/excelLimits.ts"
import { MAX_DEPTH } from "../../../core/src/json/parseJson.ts"
import { HangtagApi } from "../../src/api/HangtagApi.ts"
import { httpStatus } from "../../src/api/httpStatus.ts"
import { grouped } from "../../src/api/served.ts"
import { operationOf } from "../../src/server/endpoints.ts"
import { defaultLimits } from "../../src/validation/limits.ts"
import { permissionsPage } from "./renderPermissions.ts"

const root = new URL("../../../../", import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), "utf8")

describe("docs/security.md", () => {
  const text = read("docs/security.md")

  it("walks through all ten risks, and every test that it names exists", () => {
    const rows = text.split("\n").filter((line) => line.startsWith("| **API"))
    assert.deepStrictEqual(
      rows.map((row) => /API\d+/.exec(row)![0]),
      Array.from({ length: 10 }, (_, index) => `API${index + 1}`),
    )
    for (const row of rows) assert.include(row, ".test.ts`")
    for (const [, path] of text.matchAll(/`([\w/-]+\.test\.ts)`/gi)) {
      const file = /^(packages|test)\//.test(path!) ? path! : `packages/http-adapter/test/${path}`
      assert.isTrue(existsSync(new URL(file, root)), path)
    }
  })
})

describe("docs/permissions.md", () => {
  it("is what the operations ask for (else: node packages/http-adapter/test/security/renderPermissions.ts)", () => {
    assert.strictEqual(permissionsPage.written(), permissionsPage.rendered())
  })
})

/** What bounds an operation as people know it: by the settings. */
const settings: Readonly<Record<string, string>> = {
  openExports: "MAX_OPEN_EXPORTS",
  openBatches: "MAX_OPEN_BATCHES",
  streams: "MAX_EVENT_STREAMS",
}
const settingOf = (limit: string) => `\`${settings[limit] ?? limit.toUpperCase()}\``

describe("what a call may ask for", () => {
  it("has a row in docs/security.md for every operation", () => {
    const text = read("docs/security.md")
    for (const [operation, { limits }] of Object.entries<AnyDescribed>(operations)) {
      const row = text.split("\n").find((each) => each.startsWith(`| \`${operation}\` | `))
      assert.isDefined(row, operation)
      // what its schemas bound is said in words after its limits
      const bounds = row.slice(operation.length + 7, -2).split(", ")
      assert.isAbove(bounds.join("").length, 0, operation)
      assert.deepStrictEqual(bounds.slice(0, limits.length), limits.map(settingOf), operation)
    }
  })

  it("is a setting that docs/operations.md tells with its default", () => {
    const rows = read("docs/operations.md").split("\n")
    for (const [name, { default: most }] of Object.entries(callLimits)) {
      const row = rows.find((each) => each.startsWith("| ") && each.includes(settingOf(name)))
      assert.include(row, `\`${most}\``, name)
    }
  })

  it("is a row of docs/operations.md where it is no setting", () => {
    const text = read("docs/operations.md")
    const { maxHeaderSize, callsAtOnce, callsWaiting, requestsInLine } = defaultLimits
    const rows = [
      `| a request's line and headers | ${maxHeaderSize / 1024} KiB |`,
      `| a JSON body | ${grouped.format(MAX_DEPTH)} brackets deep;`,
      `| calls of an organization | ${callsAtOnce} worked on in a process, ${grouped.format(callsWaiting)} waiting |`,
      `| requests in line on one connection | ${requestsInLine},`,
      `| faults that an answer lists | ${grouped.format(mostFaults)},`,
      `| ${grouped.format(excelLimits.rowsPerSheet)} rows; ${grouped.format(excelLimits.textLength)} characters |`,
    ]
    for (const row of rows) assert.include(text, row)
  })

  it("is said of each operation in OpenAPI", () => {
    const { paths } = OpenApi.fromApi(HangtagApi)
    const endpoints = Object.values(paths).flatMap((methods) => Object.values(methods as object))
    for (const { operationId, description } of endpoints as ReadonlyArray<Record<string, string>>) {
      const operation = operationOf.get(operationId!.split(".").at(-1)!)
      if (operation === undefined) continue
      for (const limit of operations[operation].limits)
        assert.isTrue(
          [`(\`${limit}\``, settingOf(limit)].some((name) => description!.includes(name)),
          limit,
        )
    }
  })
})

describe("docs/errors.md", () => {
  const text = read("docs/errors.md")
  const documented = (status: number | string) =>
    text.split("\n").find((line) => line.startsWith(`| ${status} |`))

  it("has every failure of a use case at its status", () => {
    for (const [tag, status] of Object.entries(httpStatus)) assert.include(documented(status), `\`${tag}\``)
  })

  it("has every status of the OpenAPI document", () => {
    for (const methods of Object.values(OpenApi.fromApi(HangtagApi).paths)) {
      for (const { responses } of Object.values(methods as Record<string, { responses: object }>)) {
        for (const status of Object.keys(responses)) {
          if (Number(status) >= 300) assert.isDefined(documented(status), status)
        }
      }
    }
  })

  it("has every type of fault", () => {
    const source = read("packages/http-adapter/src/validation/Refusal.ts")
    const table = source.slice(source.indexOf("const messages"), source.indexOf("interface Facts"))
    const types = Array.from(table.matchAll(/^ {2}(\w+): \(/gm), ([, type]) => type!)
    assert.isAbove(types.length, 20)
    for (const type of types) assert.include(text, `\`${type}\``)
  })
})
