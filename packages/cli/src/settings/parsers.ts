import { isTimeZone } from "@hangtag/core"
import type { Rate } from "@hangtag/http-adapter"
import { firstServer } from "./firstServer.ts"

// Each reads one setting's text and answers `undefined` for what it does not understand.

export const onOff = (text: string): boolean | undefined =>
  ({ on: true, true: true, "1": true, off: false, false: false, "0": false })[text.toLowerCase()]

export const oneOf =
  <const A extends string>(...words: ReadonlyArray<A>) =>
  (text: string): A | undefined =>
    words.find((word) => word === text.toLowerCase())

export const integerBetween = (minimum: number, maximum: number) => (text: string) => {
  const value = Number(text)
  return /^\d{1,9}$/.test(text) && value >= minimum && value <= maximum ? value : undefined
}

/** Text of one of the URL schemes, `postgres:` say. */
export const urlOf =
  (...schemes: ReadonlyArray<string>) =>
  (text: string): string | undefined =>
    URL.canParse(text) && schemes.includes(new URL(text).protocol) ? text : undefined

/** A URL that paths are written behind, for everybody to see. */
export const publicUrl = (text: string): string | undefined => {
  const url = urlOf("http:", "https:")(text)
  const { username = "", password = "" } = url === undefined ? {} : new URL(url)
  return /[?#]/.test(text) || username + password !== "" ? undefined : url
}

/** A URL of Postgres, which may name several servers, or the word for the database that runs within the process. */
export const databaseUrl = (text: string): string | undefined =>
  oneOf("embedded")(text) ??
  (["postgres:", "postgresql:"].includes(firstServer(text).url?.protocol ?? "") ? text : undefined)

/** A URL of Postgres that names one server: of several the next one asked may know less than the one before. */
export const replicaUrl = (text: string): string | undefined => {
  const { url, others } = firstServer(text)
  const isOne = others === 0 && !url?.hostname.includes(",")
  return isOne && ["postgres:", "postgresql:"].includes(url?.protocol ?? "") ? text : undefined
}

/** Exact origins as browsers write them, separated by commas or blanks. */
export const origins = (text: string): ReadonlyArray<string> | undefined => {
  const all = text.split(/[\s,]+/).filter((origin) => origin !== "")
  const isOrigin = (origin: string) =>
    urlOf("http:", "https:")(origin) !== undefined &&
    new URL(origin).origin === origin &&
    !origin.includes("*")
  return all.every(isOrigin) ? all : undefined
}

/** A URL of Redis, with the number of a database or none. */
export const redisUrl = (text: string): string | undefined => {
  const url = urlOf("redis:", "rediss:")(text)
  return url !== undefined && /^\/?\d*$/.test(new URL(url).pathname) ? url : undefined
}

const bytesOf = { b: 1, kb: 1000, mb: 1000 ** 2, gb: 1000 ** 3, kib: 1024, mib: 1024 ** 2, gib: 1024 ** 3 }

/** A size in bytes: `10 MiB`, `512kB`, `1048576`. */
export const byteSize = (text: string): number | undefined => {
  const match = /^(\d{1,12})\s*([kmg]?i?b)?$/i.exec(text)
  const unit = bytesOf[(match?.[2]?.toLowerCase() ?? "b") as keyof typeof bytesOf]
  return match === null || unit === undefined ? undefined : Number(match[1]) * unit
}

const millisOf = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A time span in milliseconds: `500ms`, `15s`, `5 m`, `12h`, `30d`; a bare number is seconds. */
export const timeSpan = (text: string): number | undefined => {
  const match = /^(\d{1,9})\s*(ms|s|m|h|d)?$/i.exec(text)
  return match === null
    ? undefined
    : Number(match[1]) * millisOf[(match[2]?.toLowerCase() ?? "s") as keyof typeof millisOf]
}

/** Secrets separated by commas, each long enough not to be found by trying. */
export const secrets = (text: string): ReadonlyArray<Uint8Array> | undefined => {
  const all = text.split(",").map((secret) => Buffer.from(secret.trim()))
  return all.every(({ byteLength }) => byteLength >= 32) ? all : undefined
}

export const timeZone = (text: string): string | undefined => (isTimeZone(text) ? text : undefined)

export const anyText = (text: string): string => text

/** `100/s`, `6000/m`, `5000/h`; `null` for `off`. */
export const rate = (text: string): Rate | null | undefined => {
  if (text.toLowerCase() === "off") return null
  const match = /^([1-9]\d{0,8})\s*\/\s*(s|m|h)$/i.exec(text)
  return match === null
    ? undefined
    : {
        limit: Number(match[1]),
        windowMillis: millisOf[match[2]!.toLowerCase() as "s" | "m" | "h"],
      }
}

/** `name=value,other=value`, percent-encoded, as OpenTelemetry writes headers and attributes. */
export const keyValues = (text: string): Readonly<Record<string, string>> | undefined => {
  try {
    const pairs = text.split(",").map((pair) => {
      const [name = "", ...values] = pair.split("=")
      return [name.trim(), ...(values.length === 0 ? [] : [values.join("=").trim()])].map(decodeURIComponent)
    })
    return pairs.every(([name, value]) => /^\S+$/.test(name!) && value !== undefined)
      ? Object.fromEntries(pairs)
      : undefined
  } catch {
    return undefined
  }
}

/** A part of one: `0.25`. */
export const ratio = (text: string): number | undefined =>
  /^(0(\.\d+)?|1(\.0+)?|\.\d+)$/.test(text) ? Number(text) : undefined

export const keyPrefix = (text: string) => (/^[\w.-]+(\/[\w.-]+)*$/.test(text) ? text : undefined)

export const bucketName = (text: string) =>
  /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text) ? text : undefined
