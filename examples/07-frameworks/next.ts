// app/catalog/[...path]/route.ts
import { toWebHandler } from "@hangtag/http-adapter"
import { hangtag, permissions, users } from "./catalog.ts"

const handle = toWebHandler(hangtag, {
  basePath: "/catalog",
  authenticate: ({ headers }) => {
    const user = users[headers.get("x-api-key") ?? ""]
    return user && { organization: "shop", subject: user.name, permissions }
  },
})
const route = async (request: Request) =>
  (await handle(request)) ?? new Response("Not found", { status: 404 })

export { route as DELETE, route as GET, route as PATCH, route as POST, route as PUT }
