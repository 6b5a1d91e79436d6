import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { command, pnpm } from "./command.ts"

/** A package as it lies in its tarball. */
export interface Packed {
  readonly name: string
  readonly version: string
  readonly tarball: string
}

/** All packages are packed by one script: these are packed by npm too, and must come out the same. */
const alsoByNpm = new Set(["@hangtag/cli", "@hangtag/core"])

const contents = async (cwd: string, tarball: string) => {
  const files = (await command(cwd, "tar", ["tzf", tarball])).trim().split("\n").sort()
  const {
    scripts: _,
    devDependencies: __,
    ...manifest
  } = JSON.parse(await command(cwd, "tar", ["xzOf", tarball, "package/package.json"]))
  return { files, manifest }
}

const sorted = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, member]) => [key, sorted(member)]),
      )
    : value

/**
 * Clones what is committed, makes the first release's versions, and packs every package by pnpm, some by npm too.
 */
export const packClone = async (root: string, directory: string): Promise<ReadonlyArray<Packed>> => {
  const clone = join(directory, "clone")
  await command(root, "git", ["clone", "--quiet", "--depth", "1", `file://${root}`, clone])
  await pnpm(clone, "install", "--frozen-lockfile", "--prefer-offline")
  await pnpm(clone, "exec", "changeset", "version")

  // the first has nothing built, and builds what it needs
  const [first, ...others] = ["cli", ...readdirSync(join(clone, "packages")).filter((each) => each !== "cli")]
  const pack = async (folder: string): Promise<Packed> => {
    const at = join(clone, "packages", folder)
    const { name, version } = JSON.parse(readFileSync(join(at, "package.json"), "utf8"))
    if (version !== "0.1.0") throw new Error(`changeset version makes ${name} ${version}, not 0.1.0`)
    const file = `hangtag-${folder}-${version}.tgz`
    const tarball = join(directory, file)
    await pnpm(at, "pack", "--out", tarball)
    const ours = await contents(at, tarball)
    if (alsoByNpm.has(name)) {
      await command(at, "npm", ["pack", "--silent", "--pack-destination", clone])
      const npms = await contents(at, join(clone, file))
      if (JSON.stringify(sorted(ours)) !== JSON.stringify(sorted(npms))) {
        throw new Error(
          `npm packs ${name} otherwise: ${JSON.stringify(npms)} instead of ${JSON.stringify(ours)}`,
        )
      }
    }
    const wrong = ours.files.filter((path) => /tsbuildinfo|\.cases\.|\/test\//.test(path))
    if (wrong.length > 0) throw new Error(`${name} packs what is not for its users: ${wrong.join(", ")}`)
    if (!ours.files.includes("package/CHANGELOG.md")) throw new Error(`${name} packs no changelog`)
    return { name, version, tarball }
  }
  const packed = [await pack(first!)]
  await pnpm(clone, "build")
  process.env.HANGTAG_BUILT = "yes"
  while (others.length > 0) packed.push(...(await Promise.all(others.splice(0, 2).map(pack))))
  const dirty = await command(clone, "git", ["status", "--short", "--", "packages/*/LICENSE"])
  if (dirty !== "") throw new Error(`Packing leaves files behind: ${dirty}`)
  return packed
}
