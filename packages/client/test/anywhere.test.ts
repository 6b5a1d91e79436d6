import { join } from "node:path"
import { createContext, Script } from "node:vm"
import { build } from "esbuild"
import { expect, it } from "vitest"

/** What browsers and every server of JavaScript have. */
const web = {
  fetch: async (url: string) => Response.json({ status: url }),
  Response,
  URL,
  URLSearchParams,
  TextDecoder,
  AbortController,
  setTimeout,
  clearTimeout,
}

it("the client needs nothing but what browsers have, in the words of 2022", async () => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "../src/index.ts")],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "client",
    platform: "browser",
    target: ["es2022", "node20"],
  })
  const context = createContext({ ...web })
  new Script(outputFiles[0]!.text).runInContext(context)
  const asked = new Script('client.makeClient({ baseUrl: "https://shop.example/" }).healthz()')
  expect(await asked.runInContext(context)).toEqual({ status: "https://shop.example/healthz" })
})
