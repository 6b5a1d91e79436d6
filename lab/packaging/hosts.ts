import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { command, pnpm } from "./command.ts"
import type { Packed } from "./packClone.ts"
import { snippets } from "./snippets.ts"

/** An empty project that installs the packages. */
export interface Host {
  readonly name: string
  readonly installer: "npm" | "pnpm"
  /** The packages that it takes; all by default. */
  readonly packages?: ReadonlyArray<string>
  readonly dependencies: Readonly<Record<string, string>>
  /** Versions that the host forces on what it installs. */
  readonly overrides?: Readonly<Record<string, string>>
  /** The version of Node that the examples run on. */
  readonly node: string
  /** How TypeScript finds modules there. */
  readonly resolutions: ReadonlyArray<keyof typeof modules>
}

/** What `moduleResolution` may be for people who use modules, each with its `module`. */
const modules = { nodenext: "nodenext", node16: "node16", bundler: "esnext" }

const compilerOptions = {
  target: "es2023",
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
}

const installed = new Map<string, Promise<string>>()

const installNode = async (at: string, version: string): Promise<string> => {
  mkdirSync(at)
  writeFileSync(join(at, "package.json"), "{}")
  const options = ["--silent", "--no-audit", "--no-fund", "--prefer-offline"]
  await command(at, "npm", ["install", ...options, `node@${version}`])
  return join(at, "node_modules/node/bin/node")
}

/** A `node` of the version, installed once. */
const nodeOf = (directory: string, version: string): Promise<string> => {
  const node = installed.get(version) ?? installNode(join(directory, `node-${version}`), version)
  installed.set(version, node)
  return node
}

const install = async (
  { installer, dependencies, overrides = {} }: Host,
  at: string,
  own: Record<string, string>,
) => {
  const all = { ...dependencies, ...own }
  const manifest = { name: "host", private: true, type: "module", dependencies: all }
  if (installer === "npm") {
    writeFileSync(join(at, "package.json"), JSON.stringify({ ...manifest, overrides }))
    await command(at, "npm", ["install", "--no-audit", "--no-fund", "--prefer-offline"])
  } else {
    writeFileSync(join(at, "package.json"), JSON.stringify(manifest))
    // pnpm looks for siblings on the registry, where they are not yet
    const workspace = { overrides: { ...overrides, ...own }, strictPeerDependencies: false }
    writeFileSync(join(at, "pnpm-workspace.yaml"), JSON.stringify(workspace))
    await pnpm(at, "install", "--prefer-offline")
  }
}

const oneCopy = (at: string, library: string) => {
  const copies = readdirSync(join(at, "node_modules"), { recursive: true, encoding: "utf8" })
    .filter(
      (path) => path === `${library}/package.json` || path.endsWith(`node_modules/${library}/package.json`),
    )
    .map((path) => realpathSync(join(at, "node_modules", path)))
  const places = [...new Set(copies)]
  if (places.length !== 1) throw new Error(`${places.length} copies of ${library}: ${places.join(", ")}`)
}

/**
 * Installs the packages into an empty project, compiles the code of their READMEs as a careful host would, and runs
 * it: it must print what the README says.
 */
export const tryHost = async (host: Host, packed: ReadonlyArray<Packed>, directory: string) => {
  const at = join(directory, host.name)
  mkdirSync(join(at, "src"), { recursive: true })
  const taken = packed.filter(({ name }) => host.packages?.includes(name) ?? true)
  await install(host, at, Object.fromEntries(taken.map(({ name, tarball }) => [name, `file:${tarball}`])))
  for (const library of ["effect", "@hangtag/core"]) oneCopy(at, library)

  const outputs = new Map<string, string>()
  for (const { name } of taken) {
    const readme = readFileSync(join(at, "node_modules", name, "README.md"), "utf8")
    for (const [index, { code, output }] of snippets(readme).entries()) {
      const file = `src/${name.replace("@hangtag/", "")}-${index}.ts`
      writeFileSync(join(at, file), code)
      outputs.set(file, output)
    }
  }
  for (const moduleResolution of host.resolutions) {
    const module = modules[moduleResolution]
    const config = { compilerOptions: { ...compilerOptions, module, moduleResolution }, include: ["src"] }
    writeFileSync(join(at, "tsconfig.json"), JSON.stringify(config))
    await command(at, process.execPath, ["node_modules/typescript/bin/tsc", "-p", "."])
  }
  const node = await nodeOf(directory, host.node)
  for (const [file, output] of outputs) {
    const printed = await command(at, node, ["--disable-warning=ExperimentalWarning", file])
    if (printed !== output) throw new Error(`${host.name}: ${file} on Node ${host.node} prints\n${printed}`)
  }
}
