import { once } from "node:events"
import { createServer as createHttpServer } from "node:http"
import { type AddressInfo, createServer, type Server } from "node:net"
import { Effect, type Scope } from "effect"

const listening = (server: Server): Effect.Effect<number, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      await once(server.listen(0, "127.0.0.1"), "listening")
      return (server.address() as AddressInfo).port
    }),
    () => Effect.sync(() => void server.close()),
  )

/** What Postgres says to a caller it does not let in. */
const refusal = (code: string, message: string): Buffer => {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write("E")
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

const sslRequest = 80877103

/** A Postgres that refuses everybody with the SQLSTATE that is their name: `postgres://28P01@…`. */
export const refusingPostgres = listening(
  createServer((socket) => {
    socket.on("error", () => {})
    socket.on("data", (bytes) => {
      if (bytes.readInt32BE(4) === sslRequest) return void socket.write("N")
      const code = /user\0(\w+)\0/.exec(bytes.toString("latin1"))?.[1] ?? "XX000"
      socket.end(refusal(code, "that is not to be"))
    })
  }),
)

/** A Redis that lets no one in. */
export const refusingRedis = listening(
  createServer((socket) => {
    socket.on("error", () => {})
    socket.on("data", () => socket.write("-WRONGPASS invalid username-password pair\r\n"))
  }),
)

/** Something that listens and says nothing that anybody understands. */
export const babble = listening(createServer((socket) => void socket.on("error", () => {}).end("hello\r\n")))

/** An S3 service that refuses every call with the error whose name stands after `x-` in the bucket's. */
export const refusingBuckets = (errors: Readonly<Record<string, readonly [status: number, name: string]>>) =>
  listening(
    createHttpServer((request, response) => {
      const [status, name] = errors[request.url!.split(/[/?]/)[1]!] ?? [500, "InternalError"]
      response.writeHead(status, { "content-type": "application/xml" })
      response.end(`<Error><Code>${name}</Code><Message>no</Message></Error>`)
    }),
  )

/** An issuer whose key sets are what the path says. */
export const wrongKeySets = listening(
  createHttpServer((request, response) => {
    const kinds: Readonly<Record<string, readonly [number, string]>> = {
      "/missing": [404, "Not Found"],
      "/page": [200, "<html></html>"],
      "/empty": [200, '{"keys": []}'],
      "/other": [200, '{"jwks": []}'],
    }
    const [status, body] = kinds[request.url!] ?? [500, ""]
    response.writeHead(status, { "content-type": "application/json" }).end(body)
  }),
)
