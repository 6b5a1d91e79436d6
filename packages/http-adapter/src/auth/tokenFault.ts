import { errors } from "jose"

/** Why a token is refused, by jose's code; nothing of the token. */
const words: Readonly<Record<string, string>> = {
  [errors.JWTExpired.code]: "the token has expired",
  [errors.JWTInvalid.code]: "the token is no JWT",
  [errors.JWSInvalid.code]: "the token is no JWT",
  [errors.JWSSignatureVerificationFailed.code]: "the token's signature does not match",
  [errors.JOSEAlgNotAllowed.code]: "the token's algorithm is not allowed",
  [errors.JOSENotSupported.code]: "the token asks for what is not supported",
  [errors.JWKSNoMatchingKey.code]: "no key of AUTH_JWKS_URL has signed the token",
}

/** What neither is any of these nor a claim comes of the keys that its issuer has published. */
const keyFault = "the key that the token names cannot be used"

/** Why a token is refused, for the log. */
export const tokenFault = (error: unknown): string => {
  if (!(error instanceof errors.JOSEError)) return keyFault
  if (error instanceof errors.JWTClaimValidationFailed)
    return error.reason === "missing"
      ? `the token has no claim ${error.claim}`
      : `the token's claim ${error.claim} is not what is asked for`
  return words[error.code] ?? keyFault
}
