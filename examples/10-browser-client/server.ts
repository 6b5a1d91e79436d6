import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import { stripTypeScriptTypes } from "node:module"
import { toNodeHandler } from "@hangtag/http-adapter"
import { holidayMarkdown, makeTestHangtag } from "@hangtag/testkit"

export const hangtag = await makeTestHangtag({ seed: holidayMarkdown, organization: "shop" })

const handle = toNodeHandler(hangtag, {
  basePath: "/catalog",
  authenticate: ({ headers }) =>
    headers["x-api-key"] === "key-1"
      ? { organization: "shop", subject: "ann", permissions: ["variant:read", "price:read", "product:read"] }
      : null,
})

/** The page's files; yours come out of a bundler. */
const fileOf = (path: string) =>
  path.startsWith("/client/")
    ? new URL(`../../packages/client/src/${path.slice("/client/".length)}`, import.meta.url)
    : new URL(path === "/" ? "page.html" : path.slice(1), import.meta.url)

/** The API under `/catalog`, and beside it a page that uses it. */
export const server = createServer((request, response) =>
  handle(request, response, async () => {
    const file = fileOf(request.url ?? "/")
    const text = await readFile(file, "utf8").catch(() => undefined)
    if (text === undefined) return response.writeHead(404).end()
    const isCode = file.pathname.endsWith(".ts")
    response
      .writeHead(200, { "content-type": isCode ? "text/javascript" : "text/html" })
      .end(isCode ? stripTypeScriptTypes(text) : text)
  }),
)
