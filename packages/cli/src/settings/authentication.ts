import type { JwtOptions } from "@hangtag/http-adapter"
import { Effect } from "effect"
import { allOf } from "./allOf.ts"
import { BadSetting, BadSettings } from "./BadSetting.ts"
import { read } from "./read.ts"

const together = "set AUTH_ISSUER, AUTH_AUDIENCE and AUTH_JWKS_URL together, or none of them"

/** How callers are authenticated; `undefined` where none of the three settings is set. */
export const readAuthentication = Effect.gen(function* () {
  const found = yield* allOf({
    AUTH_ISSUER: read("AUTH_ISSUER"),
    AUTH_AUDIENCE: read("AUTH_AUDIENCE"),
    AUTH_JWKS_URL: read("AUTH_JWKS_URL"),
  })
  const { AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience, AUTH_JWKS_URL: jwksUrl } = found
  if (issuer !== undefined && audience !== undefined && jwksUrl !== undefined) {
    const options: JwtOptions = { issuer, audience, jwksUrl }
    return options
  }
  const missing = Object.entries(found).filter(([, value]) => value === undefined)
  if (missing.length === 3) return undefined
  const faults = missing.map(([name]) => new BadSetting({ name, value: "(unset)", allowed: together }))
  return yield* new BadSettings({ faults })
})
