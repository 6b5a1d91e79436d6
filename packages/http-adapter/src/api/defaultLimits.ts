/** What a request may hold and take, and an organization may do, unless the operator has set others. */
export const defaultLimits = {
  maxBodySize: 4 * 1024 ** 2,
  maxItems: 100_000,
  maxValues: 250_000,
  maxTextLength: 100_000,
  requestTimeout: 60_000,
  /** Of a request's line and headers: room for the longest query the interface allows, percent-encoded. */
  maxHeaderSize: 64 * 1024,
  callsASecond: 200,
  openLargeCalls: 64,
} as const
