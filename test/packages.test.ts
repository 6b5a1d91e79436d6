import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { describe, expect, it } from "vitest"
import { publishedManifest } from "../lab/packaging/publishedManifest.ts"

const root = resolve(import.meta.dirname, "..")
const read = (path: string) => readFileSync(join(root, path), "utf8")
const json = (path: string) => JSON.parse(read(path))

const packages = globSync("packages/*/package.json", { cwd: root })
  .sort()
  .map((path) => ({ folder: dirname(path), text: read(path), manifest: json(path) }))

const supported = json("package.json").engines.node

describe("the supported Node", () => {
  it("is one range, which the README tells", () => {
    // the client stands in hosts that are older
    const asked = packages.map(({ manifest: { name } }) => (name === "@hangtag/client" ? ">=20" : supported))
    expect(packages.map(({ manifest }) => manifest.engines.node)).toEqual(asked)
    expect(read("README.md")).toContain(`The packages run on Node ${supported.replace(">=", "")} or newer`)
  })

  it("is judged by the Node that scripts run on", () => {
    expect(read("pnpm-workspace.yaml")).toContain(
      `nodeVersion: ${json("package.json").devDependencies.node}\n`,
    )
  })
})

describe.each(packages)("$manifest.name", ({ folder, text, manifest }) => {
  it("tells what it is, and where it comes from", () => {
    const { name, description, keywords, license, version } = manifest
    const { homepage, repository } = publishedManifest(text, root)
    expect(name).toBe(`@hangtag/${folder.replace("packages/", "")}`)
    expect(description.length).toBeGreaterThan(20)
    expect(keywords.length).toBeGreaterThan(3)
    expect(homepage).toMatch(/^https:/)
    expect(repository).toEqual({ ...json("package.json").repository, directory: folder })
    expect(license).toBe("MIT")
    expect(version).toBe(packages[0]!.manifest.version)
    expect(read(`${folder}/README.md`)).toMatch(new RegExp(`^# ${name}\n`))
  })

  it("publishes for each door of its sources the built one", () => {
    const { exports, publishConfig } = manifest
    const built = (source: string) => source.replace("./src/", "./dist/").replace(/\.ts$/, "")
    for (const source of Object.values<string>(exports))
      expect(existsSync(join(root, folder, source)), source).toBe(true)
    expect(publishConfig.exports).toEqual(
      Object.fromEntries(
        Object.entries<string>(exports).map(([door, source]) => [
          door,
          { types: `${built(source)}.d.ts`, default: `${built(source)}.js` },
        ]),
      ),
    )
    expect(manifest.scripts).toEqual(packages[0]!.manifest.scripts)
    expect(manifest.files).toContain("!dist/**/*.tsbuildinfo")
    expect(manifest.files).toContain("CHANGELOG.md")
  })

  it("publishes no import that a bundler cannot follow", () => {
    const left = manifest.files.filter((file: string) => file.startsWith("!src/"))
    const published = globSync("src/**/*.ts", { cwd: join(root, folder) }).filter(
      (file) => !left.includes(`!${file}`),
    )
    expect(published.filter((file) => /\bimport\((?!\s*")/.test(read(`${folder}/${file}`)))).toEqual([])
  })

  it("takes siblings and libraries by range, and Effect from its host", () => {
    const { dependencies = {}, peerDependencies = {} } = publishedManifest(text, root)
    const ranges = Object.entries({ ...dependencies, ...peerDependencies })
    expect(ranges.filter(([, range]) => !/^(\^|>=)\d/.test(range))).toEqual([])
    // the command line is a program, and no one's dependency; the client and the page need nothing
    if (["@hangtag/cli", "@hangtag/client", "@hangtag/workbench"].includes(manifest.name)) return
    expect(peerDependencies).toHaveProperty("effect")
    expect(Object.keys(dependencies).filter((name) => /^(effect$|@effect\/)/.test(name))).toEqual([])
  })

  it("is part of the first release", () => {
    expect(read(".changeset/first-release.md")).toContain(`"${manifest.name}": minor\n`)
  })
})
