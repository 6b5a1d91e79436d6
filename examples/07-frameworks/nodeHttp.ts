import { createServer } from "node:http"
import { toNodeHandler } from "@hangtag/http-adapter"
import { hangtag, permissions, users } from "./catalog.ts"

const handle = toNodeHandler(hangtag, {
  basePath: "/catalog",
  authenticate: ({ headers }) => {
    const user = users[String(headers["x-api-key"])]
    return user && { organization: "shop", subject: user.name, permissions }
  },
})

export const server = createServer((request, response) =>
  handle(request, response, (error) => {
    if (error !== undefined) throw error
    response.writeHead(request.url === "/hello" ? 200 : 404).end("hello from node")
  }),
)
