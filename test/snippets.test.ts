import { execFile } from "node:child_process"
import { copyFileSync, globSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { basename, join, resolve } from "node:path"
import { promisify } from "node:util"
import { afterAll, expect, it } from "vitest"
import { temporaryFolder } from "./temporaryFolder.ts"

const root = resolve(import.meta.dirname, "..")
const directory = temporaryFolder(afterAll)

const host = `import type { IncomingMessage, ServerResponse } from "node:http"
import type { HostPrincipal } from "@hangtag/http-adapter"
import { hangtag } from "./catalog.ts"
declare const authenticate: () => HostPrincipal
declare const yourOwn: (request: IncomingMessage, response: ServerResponse) => void
`
const database = `import { type Hangtag } from "@hangtag/core/effect"
import { type Principal } from "@hangtag/core"
import { makeHangtag } from "@hangtag/core/promise"
import { poolPorts } from "@hangtag/postgres"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import pg from "pg"
declare const sql: SqlClient
declare const principal: Principal
declare const key: string
declare const variant_keys: ReadonlyArray<string>
`

/** What stands around a page's code in its reader's program, by page and the code's place there. */
const around: Readonly<Record<string, string>> = {
  "express-0": `${host}import express from "express"\nconst app = express()\n`,
  "fastify-0": `${host}import Fastify from "fastify"\nconst app = Fastify()\n`,
  "hono-0": `${host}import { Hono } from "hono"\nconst app = new Hono()\n`,
  "next-0": host,
  "node-http-0": host,
  "postgres-1": `${database}declare const hangtag: Hangtag["Service"]\nexport const written =\n`,
  "postgres-2": database,
}

const myAdapters = `import type { AsyncPorts } from "@hangtag/core/promise"
export declare const myCatalogWriter: AsyncPorts["catalogWriter"]
export declare const myDiscoveries: AsyncPorts["crawlDiscoveryRepository"]
`

const compilerOptions = {
  target: "es2024",
  module: "nodenext",
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  preserveSymlinks: true,
}

it("the code of the pages compiles in a careful host", async () => {
  const pages = globSync(["README.md", "docs/**/*.md", "packages/*/README.md"], { cwd: root }).sort()
  const written = pages.flatMap((page) => {
    const name = basename(page) === "README.md" ? (page.split("/").at(-2) ?? "readme") : basename(page, ".md")
    const codes = [...readFileSync(join(root, page), "utf8").matchAll(/^```ts\n(.*?)^```$/gms)]
    return codes.map(([, code], index) => {
      const file = `${name}-${index}`
      writeFileSync(join(directory, `${file}.ts`), `${around[file] ?? ""}${code}\nexport {}\n`)
      return file
    })
  })
  expect(Object.keys(around).filter((file) => !written.includes(file))).toEqual([])
  symlinkSync(join(root, "node_modules"), join(directory, "node_modules"))
  copyFileSync(join(root, "examples/07-frameworks/catalog.ts"), join(directory, "catalog.ts"))
  writeFileSync(join(directory, "myAdapters.ts"), myAdapters)
  writeFileSync(join(directory, "package.json"), `{"type":"module"}`)
  writeFileSync(join(directory, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }))
  const compiler = join(root, "node_modules/typescript/bin/tsc")
  // each of four checkers would go through the sources that the pages import by itself
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...[compiler, "--singleThreaded", "-p", directory],
  ]).catch((error) => error as { stdout: string })
  expect(stdout).toBe("")
})
