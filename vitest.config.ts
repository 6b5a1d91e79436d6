import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import { compileCache } from "./lab/chaos/compileCache.ts"

export default defineConfig({
  test: {
    include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts"],
    globalSetup: ["test/globalSetup.ts"],
    // half as many again as cores: a third of the time of a test that starts processes is waiting
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // files share what they import: a quarter of the run's time was spent on importing it anew for each
    isolate: false,
    // for what hangs: whatever a test starts, a machine with other work to do may take minutes for it
    testTimeout: 240_000,
    // threads and processes that tests start load in half the time from what those before them have compiled
    env: { NODE_COMPILE_CACHE: compileCache },
    // as `hangtag` has them (limitHeapGrowth.ts): to optimize the embedded database takes longer than that gains
    execArgv: ["--liftoff-only", "--no-wasm-tier-up", "--no-wasm-dynamic-tiering"],
    // they import JSON as bundlers do
    server: { deps: { inline: [/@actions\/(workflow-parser|expressions)/] } },
    hookTimeout: 240_000,
  },
})
