import { spawn } from "node:child_process"
import { once } from "node:events"
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import { command } from "./command.ts"

/** Generators of clients and checkers of documents, of versions that are known to work together. */
const tools = {
  "openapi-typescript": "7.13.0",
  "openapi-fetch": "0.17.0",
  orval: "7.13.2",
  "@hey-api/openapi-ts": "0.99.0",
  "@redocly/cli": "2.77.0",
  "@stoplight/spectral-cli": "6.16.3",
  // the generators print with the compiler's API, which 7 does not have
  typescript: "5.9.3",
  "@types/node": "22.20.5",
}

/** How each generator makes a client of `openapi.json`; `clients` has a program that uses it. */
const generators: Readonly<Record<string, ReadonlyArray<string>>> = {
  "openapi-typescript": ["openapi-typescript", "openapi.json", "-o", "src/openapi-typescript.gen.d.ts"],
  orval: ["orval", "--input", "./openapi.json", "--output", "./src/orval.gen.ts", "--client", "fetch"],
  "hey-api": ["openapi-ts", "-i", "openapi.json", "-o", "src/hey-api.gen"],
}

/** What the document is checked with; each fails on errors. */
const linters = [
  ["redocly", "lint", "openapi.json"],
  ["spectral", "lint", "openapi.json", "--fail-severity", "error"],
]

const compilerOptions = {
  target: "es2023",
  lib: ["es2023", "dom", "dom.iterable"],
  types: ["node"],
  module: "esnext",
  moduleResolution: "bundler",
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
}

const expected = `changed 3 3
Olive 2
422 {"detail":[{"type":"less_than_equal","loc":["query","limit"],"msg":"Input should be less than or equal to 200","input":"1000","ctx":{"le":200}}]}
`

/** Serves with the packed command line for as long as `use` takes. */
const withServer = async (host: string, cwd: string, use: (base: string) => Promise<void>) => {
  const server = spawn(join(host, "node_modules/.bin/hangtag"), ["serve"], {
    cwd,
    env: { ...process.env, PORT: "0", HOST: "127.0.0.1" },
    stdio: ["ignore", "pipe", "inherit"],
  })
  try {
    let said = ""
    for await (const chunk of server.stdout) {
      said += chunk
      const base = /serves on (http:\S+)/.exec(said)?.[1]
      if (base !== undefined) {
        await use(base)
        return
      }
    }
    throw new Error(`hangtag serve ended: ${said}`)
  } finally {
    if (server.exitCode === null && server.kill()) await once(server, "exit")
  }
}

/** Installs the tools into a project of their own, and gives its directory. */
export const installTools = async (directory: string): Promise<string> => {
  const at = join(directory, "generated-clients")
  mkdirSync(join(at, "src"), { recursive: true })
  const manifest = { private: true, type: "module", dependencies: tools }
  writeFileSync(join(at, "package.json"), JSON.stringify(manifest))
  writeFileSync(join(at, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }))
  writeFileSync(join(at, ".spectral.yaml"), 'extends: ["spectral:oas"]\n')
  await command(at, "npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"])
  return at
}

/** The OpenAPI document has no errors, and clients that others generate of it compile and are answered. */
export const generatedClients = async (host: string, at: string) => {
  const bin = ([name, ...args]: ReadonlyArray<string>) =>
    command(at, join(at, "node_modules/.bin", name!), args)
  await withServer(host, at, async (base) => {
    const document = await fetch(`${base}/openapi.json`)
    writeFileSync(join(at, "openapi.json"), await document.text())
    for (const linter of linters) await bin(linter)
    for (const [name, generate] of Object.entries(generators)) {
      await bin(generate)
      copyFileSync(join(import.meta.dirname, `clients/${name}.ts`), join(at, `src/${name}.ts`))
    }
    await command(at, process.execPath, ["node_modules/typescript/bin/tsc", "-p", "."])
    for (const name of Object.keys(generators)) {
      const outfile = join(at, `${name}.mjs`)
      const entry = join(at, `src/${name}.ts`)
      await build({ entryPoints: [entry], outfile, bundle: true, format: "esm", platform: "node" })
      const printed = await command(at, process.execPath, [outfile, base])
      if (printed !== expected) throw new Error(`A client of ${name} prints\n${printed}`)
    }
  })
}
