/** How much of the queue and of the events one caller may have, unless the host says otherwise (`JobLimits`). */
export const jobLimits = { openExports: 100, streams: 30 }
