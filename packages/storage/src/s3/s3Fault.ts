import { Unavailable } from "@hangtag/core"

/** What stands in the way, what to do, and whether it may pass by itself, by the name of the service's error. */
const faults: Readonly<Record<string, readonly [text: string, retryable: boolean]>> = {
  NoSuchBucket: ["the bucket does not exist; make it, or correct its name", false],
  // What a HEAD request for the bucket says, which has no body to tell more.
  NotFound: ["the bucket does not exist; make it, or correct its name", false],
  AccessDenied: ["access is denied; give the credentials permission to list, read, write and delete", false],
  InvalidAccessKeyId: ["the access key is unknown; correct the credentials", false],
  SignatureDoesNotMatch: ["the signature does not match; correct the secret key", false],
  CredentialsProviderError: ["there are no credentials; configure them", false],
  ExpiredToken: ["the credentials have expired; renew them", true],
  RequestTimeTooSkewed: ["the clock is wrong; correct it", false],
  NoSuchUpload: ["the upload was thrown away meanwhile", true],
  TimeoutError: ["the service does not answer", true],
  PreconditionFailed: ["it was replaced or deleted meanwhile", true],
}

const detailsOf = (cause: unknown): { readonly name: string; readonly status: number | undefined } => {
  if (!(cause instanceof Error)) return { name: "unknown error", status: undefined }
  const status =
    "$metadata" in cause && typeof cause.$metadata === "object" && cause.$metadata !== null
      ? (cause.$metadata as { readonly httpStatusCode?: number }).httpStatusCode
      : undefined
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : cause.name
  return { name: status === 412 ? "PreconditionFailed" : code, status }
}

/** Tells whether the service answered that there is no such object. */
export const isMissing = (cause: unknown): boolean => {
  const { name, status } = detailsOf(cause)
  return status === 404 && name !== "NoSuchBucket"
}

/** The `Unavailable` of an error of the service, of the network or of the client; `operation` says what was tried. */
export const s3Fault = (operation: string) => (cause: unknown) => {
  const { name, status } = detailsOf(cause)
  // A request that is refused for what it says is refused again; 408 and 429 ask for another try.
  const refused = status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429
  const [text, retryable] = faults[name] ?? [name, !refused]
  return new Unavailable({ service: "storage", operation: `${operation}: ${text}`, retryable, cause })
}
