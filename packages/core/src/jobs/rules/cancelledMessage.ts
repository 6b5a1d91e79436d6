/** What a cancelled job says, of which N runs had begun. */
export const cancelledMessage = (attempt: number): string =>
  attempt === 0 ? "Cancelled before it began" : "Cancelled; nothing of it was kept"
