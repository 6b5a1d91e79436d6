// Serve from a process of your own, with the sessions that you keep: node examples/04-own-server/server.ts

import { loadDemo } from "@hangtag/cli"
import { Authenticator, Unauthenticated } from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import { Readiness, SessionAuthenticator } from "@hangtag/http-adapter"
import { httpServer } from "@hangtag/http-adapter/server"
import { migratedPorts } from "@hangtag/postgres"
import { EmbeddedPostgres } from "@hangtag/postgres/embedded"
import { FolderStorage, verifyFolderLink } from "@hangtag/storage/folder"
import { ExportWorker } from "@hangtag/worker"
import { Effect, Layer, Option } from "effect"

const port = Number(process.env.PORT ?? 8080)
const fileSecret = Buffer.from("change me, no one may guess")

const sessions = new Map([["s-1", { sub: "ann", org_id: "demo", permissions: ["variant:read"] }]])
const nobodyElse = Layer.succeed(Authenticator, {
  authenticate: () => Effect.fail(new Unauthenticated({ reason: "Sign in first" })),
})
const authenticator = SessionAuthenticator({
  lookup: (session) => Effect.succeed(Option.fromUndefinedOr(sessions.get(session))),
}).pipe(Layer.provide(nobodyElse))

const database = Layer.provide(migratedPorts(), EmbeddedPostgres.layer({ dataDir: undefined }))
const files = FolderStorage.layer({
  directory: "files",
  baseUrl: `http://127.0.0.1:${port}`,
  secret: fileSecret,
})
const server = httpServer({
  host: "127.0.0.1",
  port,
  verifyFileLink: (link, now) => verifyFolderLink(fileSecret, link, now),
  rateLimit: null,
  maxBodySize: 256 * 1024,
  maxBulkBodySize: 1024 ** 2,
  requestTimeout: 30_000,
}).pipe(
  Layer.provide([authenticator, Layer.succeed(Readiness, { checks: {} })]),
  Layer.tap(() => Effect.log("Serving")),
)

Layer.mergeAll(server, ExportWorker.layer()).pipe(
  Layer.provide([Hangtag.layer, Layer.effectDiscard(loadDemo())]),
  Layer.provide(Layer.merge(database, files)),
  Layer.launch,
  Effect.tapCause((cause) => Effect.logFatal("The server ended", cause)),
  Effect.runFork,
)
