import { Cause, Data, Effect, Layer, Logger } from "effect"
import { Redis } from "effect/persistence/Redis"

/** No connection to Redis could be made; the message says why and what to mend, never the password. */
export class RedisConnectionFailed extends Data.TaggedError("RedisConnectionFailed")<{
  /** `host:port`. */
  readonly server: string
  /** What the server or the operating system said. */
  readonly detail: string
}> {
  override get message() {
    const what = /WRONGPASS|NOAUTH|invalid (username|password)/i.test(this.detail)
      ? `Redis at ${this.server} does not let this user in (${this.detail}); check user and password in REDIS_URL`
      : `No Redis server answers at ${this.server} (${this.detail}); check that it runs and its address in REDIS_URL`
    return `${what}, or unset REDIS_URL to count calls in each process by itself`
  }
}

/** What was said, without the URL that some messages quote, password and all. */
const detailOf = (error: unknown, url: string): string => {
  const cause = typeof error === "object" && error !== null && "cause" in error ? error.cause : error
  const said = cause instanceof Error ? cause.message || cause.name : String(cause)
  return said.replaceAll(url, "REDIS_URL")
}

const failed = (error: unknown, url: string) => {
  const { hostname, port } = new URL(url)
  const server = `${hostname || "127.0.0.1"}:${port || 6379}`
  return new RedisConnectionFailed({ server, detail: detailOf(error, url) })
}

/**
 * A connection to the Redis of the URL, which fails now with what is wrong, and later makes itself anew as often as it
 * takes: meanwhile every command fails at once. Loads the client only when it is built.
 */
export const redis = (url: string): Layer.Layer<Redis, RedisConnectionFailed> =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("@effect/platform-node/NodeRedis")),
      (NodeRedis) => {
        let connected = false
        const client = NodeRedis.layer({
          url,
          disableOfflineQueue: true,
          acquireTimeout: "5 seconds",
          // A server that is gone without a word answers no ping, and the silence ends the connection.
          pingInterval: 5_000,
          socket: {
            connectTimeout: 5_000,
            socketTimeout: 15_000,
            reconnectStrategy: (retries, cause) =>
              connected ? Math.min(50 * 2 ** retries, 2_000) * (0.5 + Math.random() / 2) : cause,
          },
        })
        return Layer.tap(client, () =>
          Effect.sync(() => {
            connected = true
          }),
        )
      },
    ),
  ).pipe(
    // Who uses it tells what an outage means; the client would tell of each try.
    Layer.provide(Logger.layer([])),
    Layer.catchCause((cause) => Layer.effect(Redis, Effect.fail(failed(Cause.squash(cause), url)))),
  )
