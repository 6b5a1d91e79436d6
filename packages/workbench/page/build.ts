// Builds the page: `node page/build.ts DIRECTORY` writes its files there, as packing does; `src/pageOfSources.ts` asks for them.

import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants } from "node:zlib"
import { build, stop } from "esbuild"

const here = import.meta.dirname
const brotli = promisify(brotliCompress)
const compressed = /\.(?:html|js|css|svg)$/

/** The page's files by name, texts with their compressed form (`.br`) beside them. */
export const buildPage = async (): Promise<ReadonlyMap<string, Uint8Array>> => {
  const { outputFiles, metafile } = await build({
    entryPoints: { main: join(here, "main.tsx"), style: join(here, "styles/main.css") },
    absWorkingDir: here,
    bundle: true,
    // views are read as they are opened
    splitting: true,
    chunkNames: "[name]-[hash]",
    minify: true,
    format: "esm",
    target: "es2023",
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".woff2": "file" },
    outdir: join(here, "assets"),
    entryNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    metafile: true,
    write: false,
    logLevel: "silent",
  }).finally(stop)
  const files = new Map(
    outputFiles.map(({ path, contents }) => [
      `assets/${path.slice(here.length + 8)}`,
      contents as Uint8Array,
    ]),
  )
  const named = (entry: string) =>
    Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry)![0]
  // what the first view reads besides, at once and not after it
  const preloads = metafile.outputs[named("main.tsx")]!.imports.filter(
    ({ kind }) => kind === "import-statement",
  )
    .map(({ path }) => `<link rel="modulepreload" href="./${path}" />\n    `)
    .join("")
  const index = (await readFile(join(here, "index.html"), "utf8"))
    .replace("main.tsx", named("main.tsx"))
    .replace("<script", `${preloads}<script`)
    .replace("styles/main.css", named("styles/main.css"))
  files.set("index.html", new TextEncoder().encode(index))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  await Promise.all(
    [...files].map(async ([name, contents]) => {
      if (compressed.test(name)) files.set(`${name}.br`, await brotli(contents, { params }))
    }),
  )
  return files
}

/** Writes them below a directory that is emptied before. */
export const writePage = async (files: ReadonlyMap<string, Uint8Array>, directory: string): Promise<void> => {
  await rm(directory, { recursive: true, force: true })
  for (const [name, contents] of files) {
    const path = join(directory, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, contents)
  }
}

if (import.meta.main) await writePage(await buildPage(), process.argv[2]!)
