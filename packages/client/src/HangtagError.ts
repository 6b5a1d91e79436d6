import type { PriceChangeConflict, PriceListConflict, ValidationError } from "./contract.ts"

/** A refusal of the server: a status of 400 or more. What could not be asked at all rejects as `fetch` does. */
export class HangtagError extends Error {
  override readonly name = "HangtagError"
  /** The HTTP status. */
  readonly status: number
  /** All that the server said. */
  readonly body: unknown
  /** Why a price change, or a change of a price list, was refused (409), with the facts of its `reason`: switch over that. Undefined for all else. */
  readonly conflict: PriceChangeConflict | PriceListConflict | undefined
  /** What is wrong with the request, each fault with its place; empty but for a 422. */
  readonly faults: ReadonlyArray<ValidationError>
  /** Seconds after which the server would rather be asked again, where it says so. */
  readonly retryAfter: number | undefined
  /** Under which the server's log has what was not foreseen (500). */
  readonly requestId: string | undefined

  constructor(status: number, body: unknown, retryAfter: number | undefined) {
    const { detail, request_id } = (body ?? {}) as { readonly detail?: unknown; readonly request_id?: string }
    const faults = Array.isArray(detail) ? (detail as ReadonlyArray<ValidationError>) : []
    super(
      typeof detail === "string"
        ? detail
        : faults.map(({ loc, msg }) => `${loc.slice(1).join(".")}: ${msg}`).join("; ") || `HTTP ${status}`,
    )
    this.status = status
    this.body = body
    this.conflict =
      status === 409 && (body as { readonly reason?: string } | null)?.reason !== undefined
        ? (body as PriceChangeConflict | PriceListConflict)
        : undefined
    this.faults = faults
    this.retryAfter = retryAfter
    this.requestId = request_id
  }
}
