import type { JwtOptions } from "@hangtag/http-adapter"
import { Effect } from "effect"
import { BadSetting } from "./BadSetting.ts"
import { anyText, urlOf } from "./parsers.ts"
import { setting } from "./setting.ts"

const together = "set AUTH_ISSUER, AUTH_AUDIENCE and AUTH_JWKS_URL together, or none of them"

/** How callers are authenticated; `undefined` where none of the three settings is set. */
export const readAuthentication = Effect.gen(function* () {
  const found = {
    AUTH_ISSUER: yield* setting("AUTH_ISSUER", {
      default: undefined,
      parse: anyText,
      allowed: "use the text that tokens carry as iss",
    }),
    AUTH_AUDIENCE: yield* setting("AUTH_AUDIENCE", {
      default: undefined,
      parse: anyText,
      allowed: "use the text that tokens for this service carry as aud",
    }),
    AUTH_JWKS_URL: yield* setting("AUTH_JWKS_URL", {
      default: undefined,
      parse: urlOf("http:", "https:"),
      allowed: "use the http or https URL of the issuer's key set",
    }),
  }
  const { AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience, AUTH_JWKS_URL: jwksUrl } = found
  if (issuer !== undefined && audience !== undefined && jwksUrl !== undefined) {
    const options: JwtOptions = { issuer, audience, jwksUrl }
    return options
  }
  const missing = Object.entries(found).filter(([, value]) => value === undefined)
  if (missing.length === 3) return undefined
  return yield* new BadSetting({ name: missing[0]![0], value: "(unset)", allowed: together })
})
