// What a service costs to start that does nothing yet.

import Fastify from "fastify"

const app = Fastify()
app.get("/healthz", async () => ({ status: "ok" }))
await app.listen({ host: "127.0.0.1", port: Number(process.env.PORT) })
