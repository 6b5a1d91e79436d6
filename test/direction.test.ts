import { execFileSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { join, relative, resolve } from "node:path"
import { describe, expect, it } from "vitest"

const root = resolve(import.meta.dirname, "..")

/** What each room may import besides itself: packages by name, and rooms of its own package by folder. */
const rooms: Record<string, { readonly packages: ReadonlyArray<string>; readonly usualFix: string }> = {
  "packages/core": {
    packages: ["effect"],
    usualFix: "let the core ask for it through a port of its room, and implement the port outside",
  },
  "packages/postgres": {
    packages: ["effect", "@hangtag/core", "@effect/sql-pg", "@electric-sql/pglite", "node:"],
    usualFix: "move what both need into @hangtag/core, or let the command line compose the two",
  },
  "packages/storage": {
    packages: ["effect", "@hangtag/core", "@aws-sdk/", "node:"],
    usualFix: "move what both need into @hangtag/core, or let the command line compose the two",
  },
  "packages/worker": {
    packages: ["effect", "@hangtag/core", "node:"],
    usualFix: "read it through a port of @hangtag/core",
  },
  "packages/testkit": {
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
    usualFix: "the testkit knows ports only; what needs an adapter is a test of that adapter",
  },
  "packages/http-adapter": {
    packages: ["effect", "@hangtag/core", "@effect/platform-node", "jose", "node:"],
    usualFix: "let a use case of @hangtag/core do it, or let the command line compose the two",
  },
  "packages/client": {
    packages: [],
    usualFix: "a page loads all of it: the client needs nothing but fetch",
  },
  "packages/catalog-files": {
    packages: ["effect", "@hangtag/core", "csv-parse", "exceljs", "node:"],
    usualFix: "write through a port of @hangtag/core",
  },
  "packages/workbench": {
    packages: ["node:", "#page"],
    usualFix:
      "the server's part of the page is its files; what the page itself needs is in page, and built in",
  },
  "packages/cli": {
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
    usualFix:
      "what a host might want too belongs in the package of its part; the testkit stays out of what is published",
  },
}

/** The rooms of a package, in order: each may import those before it, and itself. */
const roomsInside: Record<string, ReadonlyArray<string>> = {
  "packages/core": ["kernel", "catalog", "discoveries", "prices", "imports", "exports", "changes", "jobs"],
  "packages/postgres": [
    "database",
    "embedded",
    "catalog",
    "prices",
    "exports",
    "changes",
    "imports",
    "jobs",
    "schema",
  ],
}

const imports = (file: string): ReadonlyArray<string> =>
  [
    ...readFileSync(file, "utf8").matchAll(
      /^\s*(?:import\b(?:[^"';]*?\bfrom)?|export\b[^"';]*?\bfrom|\}\s*from|.*\bimport\()\s*"([^"]+)"/gm,
    ),
  ].map((match) => match[1]!)

const sources = globSync("packages/*/src/**/*.ts", { cwd: root })

const forbidden = (file: string): ReadonlyArray<string> => {
  const room = Object.keys(rooms).find((name) => file.startsWith(`${name}/`))!
  const { packages, usualFix } = rooms[room]!
  return imports(join(root, file)).flatMap((target) => {
    const edge = `${file} imports ${target}`
    if (!target.startsWith(".")) {
      const allowed = packages.some((name) =>
        /[:/]$/.test(name) ? target.startsWith(name) : target === name || target.startsWith(`${name}/`),
      )
      return allowed ? [] : [`${edge}: ${usualFix}`]
    }
    const inside = relative(root, resolve(root, file, "..", target))
    if (!inside.startsWith(`${room}/src/`)) return [`${edge}: import the package by its name`]
    const insides = roomsInside[room]
    const [own, other] = [file, inside].map((path) => path.split("/")[3]!)
    // files beside the rooms put them together; core/json is for our own packages
    if (insides === undefined || own!.endsWith(".ts") || own === "json") return []
    const place = insides.indexOf(other!)
    return place >= 0 && place <= insides.indexOf(own!)
      ? []
      : [`${edge}: rooms point toward ${insides[0]}; move it down or pass the value in`]
  })
}

describe("the one direction", () => {
  it("is kept by every import", () => {
    expect(sources.length).toBeGreaterThan(40)
    expect(sources.flatMap(forbidden)).toEqual([])
  })

  it("has rules that are plain functions", () => {
    const rules = sources.filter((name) => /^packages\/core\/src\/\w+\/rules\//.test(name))
    expect(rules.length).toBeGreaterThan(50)
    const services = rules.filter((file) =>
      imports(join(root, file)).some((name) => /^effect\/(Effect|Context|Layer|Stream)$/.test(name)),
    )
    expect(services).toEqual([])
  })

  it("is one that the core cannot leave through effect's barrel, which loads SQL", () => {
    const core = sources.filter((name) => name.startsWith("packages/core/"))
    expect(core.filter((file) => imports(join(root, file)).includes("effect"))).toEqual([])
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
    const loaded = loadedBy("./packages/worker/src/encoding/encodeHere.ts")
    expect(loaded.some((url) => url.endsWith("encodeXlsx.ts"))).toBe(true)
    expect(loaded.filter((url) => url.includes("/effect/"))).toEqual([])
  })
})
