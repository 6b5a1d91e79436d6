interface Asked {
  /** Sent as JSON, by POST unless `method` is another. */
  readonly body?: unknown
  readonly method?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Ends what hangs: after a minute unless given. */
  readonly signal?: AbortSignal
}

/** Asks a server. */
export const ask = (
  url: string | URL,
  { body, method, headers, signal = AbortSignal.timeout(60_000) }: Asked = {},
): Promise<Response> =>
  fetch(url, {
    signal,
    headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
    method: method ?? (body === undefined ? "GET" : "POST"),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
