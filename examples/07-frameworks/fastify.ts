import { toNodeHandler } from "@hangtag/http-adapter"
import Fastify from "fastify"
import { hangtag, permissions, users } from "./catalog.ts"

const handle = toNodeHandler(hangtag, {
  basePath: "/catalog",
  authenticate: ({ headers }) => {
    const user = users[String(headers["x-api-key"])]
    return user && { organization: "shop", subject: user.name, permissions }
  },
})

export const app = Fastify()
// before routing and bodies; what is not the handler's goes on to Fastify
app.addHook("onRequest", (request, reply, done) => handle(request.raw, reply.raw, done))
// before Fastify waits for open connections: event streams end here
app.addHook("preClose", () => hangtag.close())
app.get("/hello", async () => "hello from fastify")
