/** Whose tokens are trusted. */
export interface JwtOptions {
  readonly issuer: string
  readonly audience: string
  /** Where the issuer publishes its public keys. */
  readonly jwksUrl: string
}
