import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { build } from "esbuild"
import { afterAll, expect, it } from "vitest"
import { temporaryFolder } from "../../../../test/temporaryFolder.ts"
import { answers } from "../support/bundledHost.ts"

const directory = temporaryFolder(afterAll)
const outfile = join(directory, "host.mjs")
/** Where the copies of the core lie that are loaded: files of one worker have them in common. */
const copies = (globalThis as { [key: symbol]: Set<string> })[Symbol.for("@hangtag/core/copies")]
afterAll(() => copies?.delete(pathToFileURL(outfile).href))

it("a host whose bundler makes names short answers as any other", async () => {
  await build({
    entryPoints: [join(import.meta.dirname, "../support/bundledHost.ts")],
    outfile,
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    // what packages in the bundle ask for by require
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  })
  const bundled: { readonly answers: typeof answers } = await import(pathToFileURL(outfile).href)
  const found = await bundled.answers()
  expect(found.page).toBe(200)
  expect(found.empty[0]).toBe(409)
  expect(found).toEqual(await answers())
}, 240_000)
