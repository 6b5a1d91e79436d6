import { Effect, Redacted } from "effect"
import { DatabaseConnectionFailed } from "./DatabaseConnectionFailed.ts"

export interface Host {
  readonly host: string
  readonly port: number
}

/** What `target_session_attrs` asks of a server among several. */
export type Target = (typeof targets)[number]
const targets = ["any", "read-write", "primary", "read-only", "standby"] as const

/** Where a database is, and how it is reached. */
export interface ServerAddress {
  /** In the order in which they are tried. */
  readonly hosts: readonly [Host, ...Array<Host>]
  readonly target: Target
  readonly database: string | undefined
  readonly user: string | undefined
  readonly password: string | undefined
  /** `prefer` goes on without where the server has none. */
  readonly tls: boolean | "prefer"
  readonly options: string | undefined
  /** In milliseconds; 0 for no limit. */
  readonly connectTimeout: number | undefined
}

const tlsOf: Readonly<Record<string, boolean | "prefer">> = {
  disable: false,
  allow: "prefer",
  prefer: "prefer",
  require: true,
  "verify-ca": true,
  "verify-full": true,
}

const hostOf = (text: string, port: string | undefined): Host => {
  const [, host = text, own] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(text) ?? []
  return {
    host: decodeURIComponent(host.replace(/^\[|\]$/g, "")) || "localhost",
    port: Number(own ?? port) || 5432,
  }
}

/** Reads the URL, which may name several servers. What is thrown for a bad one quotes it, password and all, so it goes no further. */
export const serverAddress = (secret: Redacted.Redacted<string>) =>
  Effect.suspend((): Effect.Effect<ServerAddress, DatabaseConnectionFailed> => {
    const text = Redacted.value(secret)
    const invalid = (detail: string) =>
      Effect.fail(new DatabaseConnectionFailed({ reason: "invalid url", server: "", detail }))
    let authority = ""
    const single = text.replace(
      /^(\w+:\/\/(?:[^@/?]*@)?)([^/?@]*,[^/?@]*)/,
      (_, before: string, all: string) => {
        authority = all
        return before + all.split(",")[0]!
      },
    )
    const url = URL.parse(single)
    if (url === null) return invalid("it is not a URL")
    if (!/^postgres(ql)?:$/.test(url.protocol)) return invalid(`it begins with ${url.protocol}//`)
    // A # or / in the password ends the server's name early: what stands there is then part of the secret.
    if (text.includes("@") && url.username === "")
      return invalid("its user and password cannot be distinguished")
    const { searchParams } = url
    const target = targets.find((each) => each === (searchParams.get("target_session_attrs") ?? "any"))
    if (target === undefined) return invalid(`target_session_attrs is one of ${targets.join(", ")}`)
    const tls = tlsOf[searchParams.get("sslmode") ?? "disable"]
    if (tls === undefined) return invalid(`sslmode is one of ${Object.keys(tlsOf).join(", ")}`)
    const connectTimeout = searchParams.get("connect_timeout")
    if (!/^\d{1,6}$/.test(connectTimeout ?? "0")) return invalid("connect_timeout is a number of seconds")
    try {
      const named = searchParams.get("host") ?? (authority || url.host)
      const [port, ...ports] = (searchParams.get("port") ?? "").split(",")
      const [first, ...others] = named.split(",")
      return Effect.succeed({
        hosts: [hostOf(first!, port), ...others.map((each, index) => hostOf(each, ports[index] ?? port))],
        target,
        database: (searchParams.get("dbname") ?? decodeURIComponent(url.pathname.slice(1))) || undefined,
        user: (searchParams.get("user") ?? decodeURIComponent(url.username)) || undefined,
        password: (searchParams.get("password") ?? decodeURIComponent(url.password)) || undefined,
        tls,
        options: searchParams.get("options") ?? undefined,
        connectTimeout: connectTimeout === null ? undefined : Number(connectTimeout) * 1000,
      })
    } catch {
      return invalid("its percent-encoding is broken")
    }
  })

/** `host:port` of the first, and how many there are besides. */
export const named = ({ hosts: [{ host, port }, ...others] }: ServerAddress): string =>
  `${host}:${port}${others.length === 0 ? "" : ` and ${others.length} more`}`
