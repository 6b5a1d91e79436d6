/** A call as it is sent; an object goes as JSON. */
export interface Call {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | object
}

/** The server as its attacker sees it: a caller of one organization, or none at all. */
export interface Target {
  /** Sends it as a caller of the organization `attacker`; gives the status, and 0 where the server hung up. */
  readonly send: (call: Call) => Promise<number>
  /** Writes the bytes to a connection of its own, and gives the status of what comes back, 0 for nothing. */
  readonly speak: (words: string | Uint8Array) => Promise<number>
  /** Where it listens on loopback, for those that keep connections. */
  readonly port: number
  /** Seconds for which those keep them. */
  readonly hold: number
  /** A token of these claims from the issuer that a server with authentication trusts. */
  readonly tokenOf: (claims: object) => Promise<string>
}

/** One kind of call that asks for too much; one module a kind, listed in `index.ts`. */
export interface Attack {
  readonly name: string
  readonly run: (target: Target) => Promise<unknown>
  /** Statuses from 500 on, or 0, that are right here. */
  readonly tolerated?: ReadonlyArray<number>
}
