import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { fileCircles, folderCircles } from "../lab/circles.ts"
import { imports, root, sources } from "../lab/sources.ts"

interface Package {
  /** Packages that its sources may import; a name that ends in `:` or `/` stands for all that begin so. */
  readonly packages: ReadonlyArray<string>
  /** Its folders: each may import those before it. "." are the files that stand in none; where it is not named, they are above all. */
  readonly rooms: ReadonlyArray<string>
  readonly usualFix: string
}

const packages: Record<string, Package> = {
  "packages/core/src": {
    packages: ["effect"],
    rooms: [
      "json",
      "kernel",
      "catalog",
      "discoveries",
      "lists",
      "prices",
      "imports",
      "exports",
      "changes",
      "sheets",
      "jobs",
    ],
    usualFix: "let the core ask for it through a port of its room, and implement the port outside",
  },
  "packages/postgres/src": {
    packages: ["effect", "@hangtag/core", "pg", "@electric-sql/pglite", "node:"],
    rooms: [
      "database",
      "embedded",
      "catalog",
      "schema",
      "prices",
      "exports",
      "changes",
      "imports",
      "jobs",
      "organizations",
      "replica",
      ".",
      "servers",
    ],
    usualFix: "move what both need into @hangtag/core, or let the command line compose the two",
  },
  "packages/storage/src": {
    packages: ["effect", "@hangtag/core", "@aws-sdk/", "node:"],
    rooms: [".", "folder", "s3"],
    usualFix: "move what both need into @hangtag/core, or let the command line compose the two",
  },
  "packages/worker/src": {
    packages: ["effect", "@hangtag/core", "node:"],
    rooms: ["files", "encoding"],
    usualFix: "read it through a port of @hangtag/core",
  },
  "packages/testkit/src": {
    packages: [
      "effect",
      "@hangtag/core",
      "@hangtag/worker",
      "chai",
      "fast-check",
      "vitest",
      "@effect/vitest",
      "node:",
    ],
    rooms: ["faults", "seed", "builders", "memory", "arbitraries", "scenarios", "system", "conformance"],
    usualFix: "the testkit knows ports only; what needs an adapter is a test of that adapter",
  },
  "packages/http-adapter/src": {
    packages: ["effect", "@hangtag/core", "@effect/platform-node", "jose", "node:"],
    rooms: ["auth", "validation", "api", "server"],
    usualFix: "let a use case of @hangtag/core do it, or let the command line compose the two",
  },
  "packages/client/src": {
    packages: [],
    rooms: ["."],
    usualFix: "a page loads all of it: the client needs nothing but fetch",
  },
  "packages/catalog-files/src": {
    packages: ["effect", "@hangtag/core", "csv-parse", "exceljs", "node:"],
    rooms: ["cells", "markets", ".", "price-sheets"],
    usualFix: "write through a port of @hangtag/core",
  },
  "packages/workbench/src": {
    packages: ["node:", "#page"],
    rooms: ["."],
    usualFix:
      "the server's part of the page is its files; what the page itself needs is in page, and built in",
  },
  "packages/workbench/page": {
    packages: ["@hangtag/client", "preact", "node:", "esbuild"],
    rooms: ["app", "format", "parts", "policy", "views", "shell"],
    usualFix: "the page asks the API for it",
  },
  "packages/cli/src": {
    packages: [
      "effect",
      "@hangtag/core",
      "@hangtag/catalog-files",
      "@hangtag/http-adapter",
      "@hangtag/postgres",
      "@hangtag/storage",
      "@hangtag/workbench",
      "@hangtag/worker",
      "@effect/platform-node",
      "node:",
    ],
    rooms: ["settings", "output", "demo", "composition", "calls", "organizations", "commands"],
    usualFix:
      "what a host might want too belongs in the package of its part; the testkit stays out of what is published",
  },
}

/** Rules of the core that have to give the same on the page: these modules hold nothing else. */
const shared = [
  "packages/core/src/kernel/rules/minorUnits.ts",
  "packages/core/src/kernel/rules/searchWords.ts",
  "packages/core/src/sheets/rules/writtenAmount.ts",
  "packages/core/src/catalog/rules/compareSizes.ts",
]

/** What is not so yet. These lists only get shorter: what holds again has to leave them. */
const exceptions = {
  edges: [] as ReadonlyArray<string>,
  folderCircles: [] as ReadonlyArray<string>,
  fileCircles: [] as ReadonlyArray<string>,
  /** Folders of more files than one takes in, with how many they have at most. */
  fullFolders: {
    "packages/catalog-files/src": 36,
    "packages/core/src/changes": 38,
    "packages/testkit/src/memory": 39,
  } as Readonly<Record<string, number>>,
}

const mostFiles = 33

const packageOf = (file: string) => Object.keys(packages).find((name) => file.startsWith(`${name}/`))!

const roomOf = (file: string, src: string): string => {
  const [room, ...rest] = file.slice(src.length + 1).split("/")
  return rest.length === 0 ? "." : room!
}

const mayImport = ({ rooms }: Package, room: string, target: string): boolean =>
  room === target ||
  (!rooms.includes(room) ? room === "." : rooms.slice(0, rooms.indexOf(room)).includes(target))

/** The imports of a file that point the wrong way, each with the usual fix. */
const forbidden = (file: string): ReadonlyArray<string> => {
  const src = packageOf(file)
  const its = packages[src]!
  return imports(file).flatMap((target) => {
    const edge = `${file} imports ${target}`
    if (!target.startsWith(".")) {
      const allowed = its.packages.some((name) =>
        /[:/]$/.test(name) ? target.startsWith(name) : target === name || target.startsWith(`${name}/`),
      )
      return allowed ? [] : [`${edge}: ${its.usualFix}`]
    }
    const inside = join(dirname(file), target)
    if (src === "packages/workbench/page" && shared.includes(inside)) return []
    if (!inside.startsWith(`${src}/`)) return [`${edge}: import the package by its name`]
    return exceptions.edges.includes(edge) || mayImport(its, roomOf(file, src), roomOf(inside, src))
      ? []
      : [`${edge}: rooms are in the order ${its.rooms.join(", ")}; move it down or pass the value in`]
  })
}

describe("the one direction", () => {
  it("knows every folder of every package", () => {
    const folders = Object.keys(packages).flatMap((src) =>
      sources
        .filter((file) => packageOf(file) === src)
        .map((file) => roomOf(file, src))
        .filter((room) => room !== "." && !packages[src]!.rooms.includes(room))
        .map((room) => `${src}/${room}`),
    )
    expect([...new Set(folders)]).toEqual([])
  })

  it("is kept by every import", () => {
    expect(sources.length).toBeGreaterThan(400)
    expect(sources.flatMap(forbidden)).toEqual([])
    const edges = sources.flatMap((file) => imports(file).map((target) => `${file} imports ${target}`))
    expect(exceptions.edges.filter((edge) => !edges.includes(edge))).toEqual([])
  })

  it("has no circle of folders, and none of files (npx -y pnpm@12 circles)", () => {
    const named = (circles: ReadonlyArray<ReadonlyArray<string>>) =>
      circles.map((circle) => circle.join(", ")).sort()
    expect(named(folderCircles())).toEqual(exceptions.folderCircles)
    expect(named(fileCircles())).toEqual(exceptions.fileCircles)
  })

  it("has folders that can be taken in at a glance", () => {
    const sizes = new Map<string, number>()
    for (const file of sources.filter((name) => !name.endsWith(".cases.ts")))
      sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1)
    const full = [...sizes].filter(([folder, size]) => size > (exceptions.fullFolders[folder] ?? mostFiles))
    expect(full).toEqual([])
    const mended = Object.keys(exceptions.fullFolders).filter(
      (folder) => (sizes.get(folder) ?? 0) <= mostFiles,
    )
    expect(mended).toEqual([])
  })

  it("has rules that are plain functions", () => {
    const rules = sources.filter((name) => /^packages\/core\/src\/\w+\/rules\//.test(name))
    expect(rules.length).toBeGreaterThan(50)
    const services = rules.filter((file) =>
      imports(file).some((name) => /^effect\/(Effect|Context|Layer|Stream)$/.test(name)),
    )
    expect(services).toEqual([])
  })

  it("is one that the core cannot leave through effect's barrel, which loads SQL", () => {
    const core = sources.filter((name) => name.startsWith("packages/core/"))
    expect(core.filter((file) => imports(file).includes("effect"))).toEqual([])
  })

  it("keeps unstable Effect out of the core", () => {
    const used = new Set<string>()
    for (const file of sources.filter((name) => name.startsWith("packages/core/"))) {
      const text = readFileSync(join(root, file), "utf8")
      for (const [, name] of text.matchAll(/import (?:type )?\* as \w+ from "effect\/(\w+)"/g)) {
        for (const [, member] of text.matchAll(new RegExp(`\\b${name}\\.([a-zA-Z]\\w*)`, "g"))) {
          used.add(`${name}.${member}`)
        }
      }
    }
    expect(used.size).toBeGreaterThan(10)
    const unstable = [...used].filter((name) => {
      const [module, member] = name.split(".")
      const source = readFileSync(join(root, `node_modules/effect/src/${module}.ts`), "utf8")
      const at = source.search(
        new RegExp(
          `export (?:declare )?(?:const|function|class|interface|type|namespace|abstract class) ${member}\\b`,
        ),
      )
      const tags = [...source.slice(0, at).matchAll(/@stability (\w+)/g)]
      return at >= 0 && tags.at(-1)?.[1] !== "stable"
    })
    expect(unstable).toEqual([])
  })
})

/** URLs of every module that a fresh process loads for the imports. */
const loadedBy = (...imports: ReadonlyArray<string>): ReadonlyArray<string> => {
  const script = `
    import { registerHooks } from "node:module"
    const loaded = []
    registerHooks({ resolve(specifier, context, next) {
      const result = next(specifier, context)
      loaded.push(result.url)
      return result
    } })
    for (const each of ${JSON.stringify(imports)}) await import(each)
    console.log(JSON.stringify(loaded))`
  return JSON.parse(
    String(execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: root })),
  )
}

describe("a fresh process that imports @hangtag/core", () => {
  it("loads no SQL, AWS or node: module", () => {
    const loaded = loadedBy("@hangtag/core", "@hangtag/core/promise")
    expect(loaded.some((url) => url.endsWith("packages/core/src/index.ts"))).toBe(true)
    expect(loaded.filter((url) => /^node:|aws|\/sql|pglite|platform-node/.test(url))).toEqual([])
  })
})

describe("the thread that encodes an export", () => {
  it("loads no Effect, which is 40 MB", () => {
    const loaded = loadedBy("./packages/worker/src/encoding/Encoder.ts")
    expect(loaded.some((url) => url.endsWith("encodeXlsx.ts"))).toBe(true)
    expect(loaded.filter((url) => url.includes("/effect/"))).toEqual([])
  })
})
