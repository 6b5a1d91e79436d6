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
  /** Of one organization's, those that a process works on at once. */
  callsAtOnce: 8,
  /** Of one connection, those that are worked on at once, and that wait behind them before no more are read. */
  requestsAtOnce: 4,
  requestsWaiting: 16,
} as const
