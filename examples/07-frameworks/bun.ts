// bun examples/07-frameworks/bun.ts
import { toWebHandler } from "@hangtag/http-adapter"
import { hangtag, permissions, users } from "./catalog.ts"

declare const Bun: {
  serve(options: { port: number; fetch: (request: Request) => Promise<Response> }): {
    readonly port: number
    stop(): Promise<void>
  }
}

const handle = toWebHandler(hangtag, {
  basePath: "/catalog",
  authenticate: ({ headers }) => {
    const user = users[headers.get("x-api-key") ?? ""]
    return user && { organization: "shop", subject: user.name, permissions }
  },
})
const server = Bun.serve({
  port: 8080,
  fetch: async (request) => (await handle(request)) ?? new Response("Not found", { status: 404 }),
})
process.once("SIGTERM", async () => {
  const stopped = server.stop() // no new connections
  await hangtag.close() // event streams end
  await stopped
})
