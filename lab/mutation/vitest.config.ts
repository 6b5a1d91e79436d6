import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { instrumented } from "./instrumented.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const here = fileURLToPath(new URL(".", import.meta.url))
const { files, mutants } = await instrumented(root, process.env.MUTATE_ROOMS?.split(",") ?? [])
const at = (path: string) => `${root}${path}`

/** Loads the rules with all their mutants in them, each of which can be switched on, and hands the tests over to us. */
export default defineConfig({
  plugins: [
    {
      name: "mutants",
      enforce: "pre",
      load: (id) => files.get(id),
      resolveId: (source, importer) =>
        source === "vitest" && !importer?.startsWith(here) ? `${here}collected.ts` : undefined,
    },
  ],
  resolve: {
    alias: [
      { find: /^@hangtag\/core$/, replacement: at("packages/core/src/index.ts") },
      { find: /^@hangtag\/core\/(adapter|effect|promise)$/, replacement: at("packages/core/src/$1.ts") },
      { find: /^@hangtag\/testkit$/, replacement: at("packages/testkit/src/index.ts") },
    ],
  },
  test: {
    root,
    include: ["lab/mutation/mutants.test.ts"],
    server: { deps: { inline: [/@effect\/vitest/] } },
    provide: { mutants },
    testTimeout: 0,
    // what was mutated before must not be found again
    fsModuleCache: false,
  },
})
