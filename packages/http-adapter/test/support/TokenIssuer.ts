import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from "jose"

interface Key {
  readonly kid: string
  readonly alg: string
  readonly publicKey: CryptoKey
  readonly privateKey: CryptoKey
}

/** What a token says by default: ann of org-a, who may read prices, for an hour from time 0. */
const usualClaims = {
  sub: "ann",
  org_id: "org-a",
  permissions: ["price:read"],
  iat: 0,
  exp: 3_600,
} as const

/** An identity provider on loopback: signs tokens and publishes its keys, until it is set to fail. */
export class TokenIssuer {
  readonly issuer = "https://issuer.test/"
  readonly audience = "hangtag"
  readonly jwksUrl: string
  /** How often its keys were fetched. */
  fetches = 0
  /** How it answers: with its keys, with a 500, by hanging up at once or on demand, or by sending elsewhere for them. */
  state: "up" | "failing" | "down" | "silent" | "moved" = "up"
  #asked = Promise.withResolvers<() => void>()
  /** What it publishes before its keys. */
  beside: ReadonlyArray<JWK> = []
  #published: Array<JWK> = []
  #current!: Key

  private constructor(jwksUrl: string) {
    this.jwksUrl = jwksUrl
  }

  static readonly make = Effect.acquireRelease(
    Effect.promise(async () => {
      const server = createServer((request, response) => {
        issuer.fetches++
        if (issuer.state === "down") return request.socket.destroy()
        if (issuer.state === "silent") {
          return issuer.#asked.resolve(() => void request.socket.destroy())
        }
        if (issuer.state === "moved" && request.url === "/keys") {
          return response.writeHead(302, { location: "/elsewhere" }).end()
        }
        response
          .writeHead(issuer.state === "failing" ? 500 : 200, { "content-type": "application/json" })
          .end(JSON.stringify({ keys: [...issuer.beside, ...issuer.#published] }))
      }).listen(0, "127.0.0.1")
      await once(server, "listening")
      const { port } = server.address() as AddressInfo
      const issuer = new TokenIssuer(`http://127.0.0.1:${port}/keys`)
      await issuer.rotate()
      return { issuer, server }
    }),
    ({ server }) =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      }),
  ).pipe(Effect.map(({ issuer }) => issuer))

  /** Signs with a new key from now on, which it publishes, and the old ones too where it is to keep them. */
  async rotate({ keep = false, alg = "RS256", named = true } = {}): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair(alg)
    this.#current = { kid: crypto.randomUUID(), alg, publicKey, privateKey }
    const jwk = {
      ...(await exportJWK(publicKey)),
      ...(named ? { kid: this.#current.kid } : {}),
      alg,
      use: "sig",
    }
    this.#published = keep ? [...this.#published, jwk] : [jwk]
  }

  /** What hangs up on who asked first while it was silent. */
  get asked(): Promise<() => void> {
    return this.#asked.promise
  }

  get publicKeyText(): Promise<string> {
    return exportSPKI(this.#current.publicKey)
  }

  /** A token of `usualClaims` with these instead; `undefined` leaves one out; a `kid` of null too. */
  sign(
    claims: Readonly<Record<string, unknown>> = {},
    header: { readonly kid?: string | null; readonly jku?: string } = {},
  ): Promise<string> {
    const { alg, privateKey } = this.#current
    const { kid = this.#current.kid, ...others } = header
    return new SignJWT({ iss: this.issuer, aud: this.audience, ...usualClaims, ...claims })
      .setProtectedHeader({ ...others, alg, ...(kid === null ? {} : { kid }) })
      .sign(privateKey)
  }
}
