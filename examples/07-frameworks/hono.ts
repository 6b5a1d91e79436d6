import { toWebHandler } from "@hangtag/http-adapter"
import { type Context, Hono } from "hono"
import { hangtag, permissions, users } from "./catalog.ts"

const handle = toWebHandler<Context>(hangtag, {
  basePath: "/catalog",
  authenticate: (_request, context) => {
    const user = users[context.req.header("x-api-key") ?? ""]
    return user && { organization: "shop", subject: user.name, permissions }
  },
})

export const app = new Hono()
app.use("/catalog/*", async (context, next) => (await handle(context.req.raw, context)) ?? next())
app.get("/hello", (context) => context.text("hello from hono"))
