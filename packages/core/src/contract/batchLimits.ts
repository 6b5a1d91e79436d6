/** How many batches an organization may have open at once, unless the host says otherwise (`BatchLimits`). */
export const batchLimits = { openBatches: 10_000 }
