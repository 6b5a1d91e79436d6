import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync, constants } from "node:zlib"
import { build } from "esbuild"
import { command } from "./command.ts"
import type { Packed } from "./packClone.ts"

const bytesIn = (directory: string): number =>
  readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((path) => statSync(join(directory, path)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0)

const within = (what: string, size: number, limit: number, unit: string) => {
  const said = `${what}: ${size.toFixed(1)} of ${limit} ${unit}`
  if (size > limit) throw new Error(`Too large: ${said}`)
  console.log(said)
}

/** Megabytes that a host installs for these packages with all that they need. */
export const installedSize = async (
  names: ReadonlyArray<string>,
  limit: number,
  packed: ReadonlyArray<Packed>,
  directory: string,
) => {
  const at = join(directory, `size-${names[0]!.replace("@hangtag/", "")}`)
  mkdirSync(at)
  writeFileSync(join(at, "package.json"), JSON.stringify({ private: true, type: "module" }))
  const tarballs = packed.filter(({ name }) => names.includes(name)).map(({ tarball }) => tarball)
  await command(at, "npm", [
    "install",
    "--silent",
    "--no-audit",
    "--no-fund",
    "--prefer-offline",
    ...tarballs,
  ])
  // it must load with what was installed: an optional peer is no part of it
  await command(at, process.execPath, ["--input-type=module", "-e", `await import("${names[0]}")`])
  within(`${names[0]} installed with what it needs`, bytesIn(join(at, "node_modules")) / 1e6, limit, "MB")
}

/**
 * Kilobytes of a module bundled for a page, minified and compressed by brotli; Effect is the host's and is not counted.
 * `contents` says what is taken: `export *` of an entry is all that it can give, and what that needs.
 */
export const bundledSize = async (what: string, contents: string, limit: number, host: string) => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: host },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    external: ["effect"],
    write: false,
  })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  const size = brotliCompressSync(outputFiles[0]!.contents, { params }).length
  within(`${what} in a bundle, compressed, without Effect`, size / 1000, limit, "kB")
}
