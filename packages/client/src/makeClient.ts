import { type Endpoint, type Job, type Operations, operations } from "./contract.ts"
import { HangtagError } from "./HangtagError.ts"
import { readEvents } from "./readEvents.ts"

/** Where the API is, and what is sent along with each call. */
export interface ClientOptions {
  /** Where the API is, its prefix included: `https://shop.example/catalog`; in a page `""` is its own origin. */
  readonly baseUrl: string
  /** Sent with each call; a function is asked anew each time, for tokens that change. */
  readonly headers?:
    | Readonly<Record<string, string>>
    | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>)
  /** How often a call is sent again that was answered 429 or 503, or a safe one that got no answer. Default 2. */
  readonly retries?: number
  /** The most seconds that a `Retry-After` is waited for; a longer one rejects at once. Default 30. */
  readonly maxRetryAfter?: number
  /** Whether cookies go along to another origin: `"include"`. */
  readonly credentials?: "omit" | "same-origin" | "include"
  /** Sends the requests; the platform's own by default. */
  readonly fetch?: typeof fetch
}

/** What a call takes besides its input. */
export interface CallOptions {
  readonly signal?: AbortSignal
  /** Sent again with the same key within a day, the request is done once. */
  readonly idempotencyKey?: string
  /** The `ETag` last seen: changes nothing where it is another by now. */
  readonly ifMatch?: string
  /** Is shown the answer's status and headers: `ETag`, `Link`. */
  readonly onResponse?: (response: Response) => void
}

type Endpoints = typeof operations
/** The operations that answer with a page of a list. */
export type PagedName = {
  [Of in keyof Operations]: Endpoints[Of] extends { readonly isList: true; readonly method: "GET" }
    ? Of
    : never
}[keyof Operations]

/** A page of a list, and what to ask for the next one with: `after` of the same call; null at the end. */
export type Page<Output> = Output & { readonly next: string | null }

type Name = keyof Operations
type Input<Of extends Name> = Of extends PagedName
  ? Operations[Of]["input"] & { readonly after?: string }
  : Operations[Of]["input"]
type Output<Of extends Name> = Of extends PagedName
  ? Page<Operations[Of]["output"]>
  : Operations[Of]["output"]
type Call<Of extends Name> = object extends Operations[Of]["input"]
  ? (input?: Input<Of>, options?: CallOptions) => Promise<Output<Of>>
  : (input: Input<Of>, options?: CallOptions) => Promise<Output<Of>>

/** Every operation of the API by its name, and what is made of some of them. */
export type HangtagClient = { readonly [Of in Exclude<Name, "watchJob">]: Call<Of> } & {
  /** The job now and after each change, ending with its end. Goes on by itself after a lost connection. */
  readonly watchJob: (input: { readonly job_id: string }, options?: CallOptions) => AsyncIterable<Job>
  /** A list page by page, as its `Link` leads on: each item once, even while others are added. */
  readonly pages: <Of extends PagedName>(name: Of, ...args: Parameters<Call<Of>>) => AsyncIterable<Output<Of>>
}

type Values = Readonly<Record<string, unknown>>

const waiting = (seconds: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener("abort", stop)
        resolve()
        // a timer of more fires at once
      },
      Math.min(seconds * 1000, 2 ** 31 - 1),
    )
    if (signal?.aborted) stop()
    else signal?.addEventListener("abort", stop, { once: true })
  })

/** `Retry-After` in seconds, of either form (RFC 9110 §10.2.3). */
const secondsOf = (header: string | null): number | undefined => {
  if (header === null) return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return seconds
  const millis = Date.parse(header) - Date.now()
  return Number.isNaN(millis) ? undefined : Math.max(0, millis / 1000)
}

/** Where a call goes, and what its body is: the members of its input, each where the endpoint has it. */
const requestOf = (
  { path, query = [], hasBody = false, takesFile = false, isList = false, names = {} }: Endpoint,
  input: Values,
): { readonly target: string; readonly body: object | undefined } => {
  const left = new Map(Object.entries(input).map(([name, value]) => [names[name] ?? name, value]))
  const take = (name: string) => {
    const value = left.get(name)
    left.delete(name)
    return value
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = take(name)
    // URLs with such a segment, however it is escaped, are those of another endpoint
    if (typeof value !== "string" || /^\.{0,2}$/.test(value))
      throw new TypeError(`${name} must be a text, not empty, . or ..`)
    return encodeURIComponent(value)
  })
  // the place that a page comes after is the `Link`'s, where the interface names none
  const asked = (isList && !query.includes("after") ? [...query, "after"] : query).flatMap(
    (name): Array<[string, string]> => {
      const value = take(name)
      return value == null ? [] : [[name, String(value)]]
    },
  )
  return {
    target: asked.length === 0 ? filled : `${filled}?${new URLSearchParams(asked)}`,
    body:
      takesFile && left.get("file") instanceof Blob
        ? (left.get("file") as Blob)
        : hasBody
          ? Object.fromEntries(left)
          : undefined,
  }
}

/** Of a file it is its own; a browser may not know it. */
const typeOf = (body: unknown): string =>
  body instanceof Blob ? body.type || "application/octet-stream" : "application/json"

const nextOf = (response: Response): string | undefined =>
  /<([^<>]*)>\s*;\s*rel="?next"?/.exec(response.headers.get("link") ?? "")?.[1]

const pageOf = async (response: Response): Promise<Page<object>> => {
  const next = nextOf(response)
  const after = next === undefined ? null : new URL(next, "http://localhost").searchParams.get("after")
  return { ...(await response.json()), next: after }
}

/**
 * A client of the API at `baseUrl`: each operation is a method of the same name, that takes its input in one object, and
 * gives what the server gives.
 *
 * Rejects with `HangtagError` where the server refuses. Amounts may be sent as numbers or, digit by digit, as texts.
 */
export const makeClient = (options: ClientOptions): HangtagClient => {
  const { baseUrl, headers = {}, retries = 2, maxRetryAfter = 30, credentials } = options
  const send = options.fetch ?? ((input, init) => fetch(input, init))
  let start = baseUrl
  while (start.endsWith("/")) start = start.slice(0, -1)

  const once = async (method: string, url: string, body: unknown, extra: Values, signal?: AbortSignal) => {
    const own = typeof headers === "function" ? await headers() : headers
    return send(url, {
      method,
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": typeOf(body) }),
        ...own,
        ...(extra as Record<string, string>),
      },
      ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
      ...(credentials && { credentials }),
    })
  }

  /** The answer, once it is no refusal that passes by itself. */
  const answered = async (
    method: string,
    url: string,
    body: unknown,
    { signal, idempotencyKey, ifMatch, onResponse }: CallOptions,
    accept: Values = {},
  ): Promise<Response> => {
    const extra = {
      ...accept,
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      ...(ifMatch === undefined ? {} : { "if-match": ifMatch }),
    }
    const isSafe = method === "GET" || idempotencyKey !== undefined
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= retries
      let response: Response
      try {
        response = await once(method, url, body, extra, signal)
      } catch (error) {
        if (isLast || !isSafe || signal?.aborted) throw error
        await waiting(Math.min(2 ** attempt, maxRetryAfter), signal)
        continue
      }
      onResponse?.(response)
      if (response.ok) return response
      const after = secondsOf(response.headers.get("retry-after"))
      const passes = response.status === 429 || response.status === 503
      if (isLast || !passes || (after ?? 1) > maxRetryAfter) {
        const refused: unknown = await response.json().catch(() => undefined)
        throw new HangtagError(response.status, refused, after)
      }
      await response.body?.cancel()
      await waiting(after ?? 1, signal)
    }
  }

  const call =
    (name: Name) =>
    async (input: Values = {}, options: CallOptions = {}) => {
      const endpoint: Endpoint = operations[name]
      const { target, body } = requestOf(endpoint, input)
      const response = await answered(endpoint.method, start + target, body, options)
      if (response.status === 204) return undefined
      return endpoint.isList && endpoint.method === "GET" ? pageOf(response) : response.json()
    }

  const watchJob = async function* (input: Values, options: CallOptions = {}): AsyncGenerator<Job, void> {
    const { method } = operations.watchJob
    const url = start + requestOf(operations.watchJob, input).target
    let last: string | undefined
    for (let lost = 0; ; ) {
      const response = await answered(method, url, undefined, options, {
        accept: "text/event-stream",
        ...(last === undefined ? {} : { "last-event-id": last }),
      })
      if (response.status === 204 || response.body === null) return
      try {
        for await (const { id, data } of readEvents(response.body)) {
          // of a job that waits for long the server sends signs of life alone
          lost = 0
          if (data === "") continue
          last = id || last
          const job = JSON.parse(data) as Job
          yield job
          if (job.finished_at !== null) return
        }
      } catch (error) {
        if (options.signal?.aborted) throw error
      }
      if (++lost > Math.max(1, retries))
        throw new Error(`The events of job ${input.job_id} ended before the job did`)
      await waiting(Math.min(lost, maxRetryAfter), options.signal)
    }
  }

  const pages = async function* (name: PagedName, input: Values = {}, options: CallOptions = {}) {
    let url: string | undefined = start + requestOf(operations[name], input).target
    while (url !== undefined) {
      const response: Response = await answered("GET", url, undefined, options)
      yield await pageOf(response)
      const next = nextOf(response)
      // a link without host begins with the API's own prefix, which `baseUrl` ends with
      url = next?.startsWith("/") ? originOf(start) + next : next
    }
  }

  const calls = Object.fromEntries(Object.keys(operations).map((name) => [name, call(name as Name)]))
  return { ...calls, watchJob, pages } as unknown as HangtagClient
}

/** Scheme and host of an absolute URL; nothing of a path in the page's own origin. */
const originOf = (url: string): string => /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i.exec(url)?.[0] ?? ""
