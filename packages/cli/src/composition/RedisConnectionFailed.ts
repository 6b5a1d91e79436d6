import { Data } from "effect"

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
