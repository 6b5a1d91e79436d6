import { deflateRawSync } from "node:zlib"
import type { Attack, Call } from "./Attack.ts"
import { attacker } from "./catalog.ts"
import { times } from "./times.ts"

const path = "/api/pricing/batches"
const encoded = (part: unknown) =>
  Buffer.from(typeof part === "string" ? part : JSON.stringify(part)).toString("base64url")

const usual = { sub: "mallory", org_id: attacker, exp: 9_999_999_999 }
/** A token without a signer. */
const forged = (header: unknown, claims: unknown = usual, signature = "x".repeat(342)) =>
  `${encoded(header)}.${encoded(claims)}.${signature}`
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`
const rs256 = (more: object = {}) => ({ alg: "RS256", ...more })
const deep = `{"alg":"RS256","deep":${nested(20_000)}}`

const forgeries: Readonly<Record<string, () => ReadonlyArray<string>>> = {
  "60,000 characters": () => ["a".repeat(60_000)],
  "30,000 dots": () => [".".repeat(30_000)],
  "blanks around a token": () => [`${" ".repeat(9_000)}x${" ".repeat(9_000)}`],
  "a header of 20,000 brackets": () => [forged(deep)],
  "claims of 20,000 brackets": () => [forged(rs256(), deep)],
  "signed by none": () => ["none", "None", "NONE", "", null].map((alg) => forged({ alg }, usual, "")),
  "signed by a shared secret": () => ["HS256", "HS512", "dir", "A256KW"].map((alg) => forged({ alg })),
  "a key of 40,000 characters": () => [forged(rs256({ kid: "k".repeat(40_000) }))],
  "keys that are no names": () =>
    [7, null, {}, [], "", "__proto__", ["x"]].map((kid) => forged(rs256({ kid }))),
  "keys of its own": () => {
    const jwk = { kty: "RSA", n: "x".repeat(1_000), e: "AQAB" }
    return [{ jwk }, { jku: "http://127.0.0.1:1/keys" }, { x5u: "http://127.0.0.1:1/" }, { x5c: ["x"] }].map(
      (header) => forged(rs256(header)),
    )
  },
  "5,000 critical headers": () => [
    forged(rs256({ crit: Array.from({ length: 5_000 }, (_, index) => `h${index}`) })),
    forged(rs256({ crit: ["b64"], b64: false })),
  ],
  "packed claims": () => {
    const packed = deflateRawSync(Buffer.alloc(30_000_000, 32)).toString("base64url")
    return [
      `${encoded(rs256({ zip: "DEF" }))}.${packed}.x`,
      `${encoded({ alg: "dir", enc: "A256GCM", zip: "DEF" })}..x.${packed}.x`,
    ]
  },
  "parts that are no JSON": () =>
    ["", "null", "[]", "7", '"x"', "{", "\0", '{"alg":"RS256"}x'].flatMap((part) => [
      forged(part),
      forged(rs256(), part),
    ]),
  "a signature of 50,000 characters": () => [forged(rs256(), usual, "x".repeat(50_000))],
}

/** Claims that the issuer has signed, as one does who lets people choose their names. */
const signed: Readonly<Record<string, object>> = {
  "an empty subject": { sub: "" },
  "a subject of 20,000 characters": { sub: "s".repeat(20_000) },
  "a subject that cannot be kept": { sub: "a\0b" },
  "an empty organization": { org_id: "" },
  "an organization that cannot be kept": { org_id: "\ud800" },
  "an organization of 20,000 characters": { org_id: "o".repeat(20_000) },
  "2,000 organizations": { organizations: Array.from({ length: 2_000 }, (_, index) => `o${index}`) },
  "organizations that are no names": { organizations: [7, null, {}] },
  "5,000 permissions": { permissions: Array.from({ length: 5_000 }, (_, index) => `p${index}`) },
  "a scope of 40,000 blanks": { scope: " ".repeat(40_000) },
  "claims of 1,000 brackets": { deep: JSON.parse(nested(1_000)) },
}

const bearer = (token: string): Call => ({ path, headers: { authorization: `Bearer ${token}` } })

/** What a caller may claim to be. These go to a server with authentication; each call is refused, or let in as itself. */
export const credentials: ReadonlyArray<Attack> = [
  ...Object.entries(forgeries).map(
    ([name, tokens]): Attack => ({
      name: `token: ${name}`,
      run: async ({ send }) => {
        for (const token of tokens()) {
          await send(bearer(token))
          await send({
            path,
            headers: { authorization: "", cookie: `identity_provider_session=${encodeURIComponent(token)}` },
          })
        }
      },
    }),
  ),
  ...Object.entries(signed).map(
    ([name, claims]): Attack => ({
      name: `token: ${name}`,
      run: async ({ send, tokenOf }) => send(bearer(await tokenOf({ ...usual, ...claims }))),
    }),
  ),
  {
    name: "token: 200 unknown keys at once",
    run: ({ send }) => times(200, () => send(bearer(forged(rs256({ kid: crypto.randomUUID() }))))),
  },
  { name: "token: 1,000 calls at once", run: ({ send }) => times(1_000, () => send({ path })) },
  {
    name: "token: 1,000 calls of an unknown caller at once",
    run: ({ send }) => times(1_000, () => send({ path, headers: { authorization: "" } })),
  },
]
