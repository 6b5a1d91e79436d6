import type { Credentials } from "@hangtag/core"

/** The token of an `authorization` header of the scheme `Bearer` (RFC 6750 §2.1). */
export const bearerToken = (authorization: Credentials["authorization"]): string | undefined =>
  /^Bearer +([^ ]+) *$/i.exec(authorization ?? "")?.[1]
