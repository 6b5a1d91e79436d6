import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts"],
    globalSetup: ["test/globalSetup.ts"],
    // every core: the default leaves one of two idle
    maxWorkers: "100%",
    // files share what they import: a quarter of the run's time was spent on importing it anew for each
    isolate: false,
    // for what hangs: whatever a test starts, a machine with other work to do may take minutes for it
    testTimeout: 240_000,
    // they import JSON as bundlers do
    server: { deps: { inline: [/@actions\/(workflow-parser|expressions)/] } },
    hookTimeout: 240_000,
  },
})
