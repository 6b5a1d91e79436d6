import { execFile } from "node:child_process"
import { globSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { basename, join, resolve } from "node:path"
import { promisify } from "node:util"
import { afterAll, expect, it } from "vitest"
import { temporaryFolder } from "./temporaryFolder.ts"

const run = promisify(execFile)
const root = resolve(import.meta.dirname, "..")
const pages = globSync("docs/mounting/*.md", { cwd: root }).sort()

const directory = temporaryFolder(afterAll)
symlinkSync(join(root, "node_modules"), join(directory, "node_modules"))

const user = `{ organization: "shop", subject: "ann", permissions: ["variant:read"] }`
const served = (server: string) => `
const server = ${server}
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))
export const ask = (path) => fetch("http://127.0.0.1:" + server.address().port + path)
export const close = () => server.close()`

/** What stands around a page's code in its reader's program. */
const programs: Readonly<Record<string, (code: string) => string>> = {
  express: (code) => `import express from "express"
const app = express()
app.use((request, _response, next) => { request.user = { name: "ann" }; next() })
${code.replace('["price:read"]', '["variant:read"]')}${served('(await import("node:http")).createServer(app)')}`,
  fastify: (code) => `import Fastify from "fastify"
const app = Fastify()
${code}await app.ready()${served("app.server")}`,
  hono: (code) => `import { Hono } from "hono"
const app = new Hono()
${code}export const ask = (path) => app.request(path)`,
  next: (code) => `${code}export const ask = (path) => GET(new Request("http://localhost" + path))
const { GET } = { GET: route }`,
  "node-http": (code) => `const yourOwn = (_request, response) => response.writeHead(404).end()
${code.replace("createServer((", "const made = createServer((").replace(".listen(8080)", "")}${served("made")}`,
}

it("each page's code mounts the API", async () => {
  const names = pages.map((page) => basename(page, ".md"))
  expect(names).toEqual(Object.keys(programs).sort())
  for (const name of names) {
    const page = readFileSync(join(root, `docs/mounting/${name}.md`), "utf8")
    const [, code] = /^```ts\n(.*?)^```$/ms.exec(page) ?? []
    const shared = `import { hangtag } from ${JSON.stringify(join(root, "examples/07-frameworks/catalog.ts"))}
const authenticate = () => (${user})
`
    writeFileSync(join(directory, `${name}.ts`), shared + programs[name]!(code!))
  }
  const asked = `
    const answers = {}
    for (const name of ${JSON.stringify(names)}) {
      const { ask, close } = await import("./" + name + ".ts")
      const found = await ask("/catalog/api/products/BOOT/variants/search?q=black")
      const foreign = await ask("/catalog/nothing")
      answers[name] = [found.status, (await found.json()).items?.[0]?.color, foreign.status]
      await close?.()
    }
    console.log(JSON.stringify(answers))
    process.exit()`
  writeFileSync(join(directory, "ask.mts"), asked)
  const { stdout } = await run(process.execPath, ["ask.mts"], { cwd: directory })
  expect(JSON.parse(stdout)).toEqual(Object.fromEntries(names.map((name) => [name, [200, "Black", 404]])))
})
