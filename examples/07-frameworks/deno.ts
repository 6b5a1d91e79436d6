// deno run -A examples/07-frameworks/deno.ts
import { toWebHandler } from "@hangtag/http-adapter"
import { hangtag, permissions, users } from "./catalog.ts"

declare const Deno: {
  serve(
    options: { port: number },
    handle: (request: Request) => Promise<Response>,
  ): { shutdown(): Promise<void> }
  addSignalListener(signal: "SIGTERM", listener: () => void): void
}

const handle = toWebHandler(hangtag, {
  basePath: "/catalog",
  authenticate: ({ headers }) => {
    const user = users[headers.get("x-api-key") ?? ""]
    return user && { organization: "shop", subject: user.name, permissions }
  },
})
const server = Deno.serve(
  { port: 8080 },
  async (request) => (await handle(request)) ?? new Response("Not found", { status: 404 }),
)
Deno.addSignalListener("SIGTERM", async () => {
  const stopped = server.shutdown() // no new connections
  await hangtag.close() // event streams end
  await stopped
})
