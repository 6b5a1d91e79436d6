import { readFile } from "node:fs/promises"
import { dirname, isAbsolute, join } from "node:path"
import { pathToFileURL } from "node:url"
import { build, type Plugin } from "esbuild"

const root = join(import.meta.dirname, "..")

/** They find their thread's program beside themselves, which is in the folder of programs. */
const startThreads = /\/(?:readInThread|encodeInThread)\.ts$/

/** Other modules go on finding the database's thread, images and pages beside their sources. */
const knowItsPlace: Plugin = {
  name: "know its place",
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (startThreads.test(path)) return undefined
      const place = JSON.stringify({ url: pathToFileURL(path).href, dirname: dirname(path) })
      const source = await readFile(path, "utf8")
      return { contents: source.replaceAll("import.meta", `(${place})`), loader: "ts" }
    })
  },
}

/** All but Effect's and the product's own packages are loaded from where they are installed. */
const leaveOthers: Plugin = {
  name: "leave others",
  setup(build) {
    const others = /^(?:[^./@#en]|@[^eh]|@e[^f]|e[^f]|n[^o])/
    build.onResolve({ filter: others }, async ({ path, pluginData, ...from }) => {
      if (pluginData === leaveOthers) return
      const found = await build.resolve(path, { ...from, pluginData: leaveOthers })
      return { path: isAbsolute(found.path) ? pathToFileURL(found.path).href : path, external: true }
    })
  },
}

/**
 * Writes the programs that tests start into a folder, each one file with a few that it shares with others: to load their
 * thousand modules takes a second of a processor each time.
 */
export const writePrograms = (outdir: string) =>
  build({
    entryPoints: {
      hangtag: "packages/cli/src/main.ts",
      worker: "lab/chaos/worker.ts",
      sheetThread: "packages/catalog-files/src/price-sheets/sheetThread.ts",
      encoderThread: "packages/worker/src/encoding/encoderThread.ts",
    },
    absWorkingDir: root,
    outdir,
    ...{ bundle: true, splitting: true, format: "esm", platform: "node", target: "node22" },
    keepNames: true,
    logLevel: "error",
    plugins: [leaveOthers, knowItsPlace],
  })
