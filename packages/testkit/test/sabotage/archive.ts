import { JobArchive } from "@hangtag/core"
import { jobArchivePromises } from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import { broken } from "./broken.ts"
import { notices } from "./notices.ts"

notices("jobArchiveSuite", jobArchivePromises, [
  [
    "gives the last first",
    "gives the completed jobs of every organization that finished before, the first first",
    broken(JobArchive, ({ completedBefore }) => ({
      completedBefore: (...args) => Effect.map(completedBefore(...args), (jobs) => jobs.toReversed()),
    })),
  ],
  [
    "gives what finished at the moment too",
    "gives the completed jobs of every organization that finished before, the first first",
    broken(JobArchive, ({ completedBefore }) => ({
      completedBefore: (before, limit) => completedBefore(before + 1, limit),
    })),
  ],
  [
    "expires a job of whichever organization",
    "makes a completed job expired, and no other",
    broken(JobArchive, ({ expire, holdings }) => ({
      expire: ({ organization, job_id }, message) =>
        Effect.flatMap(holdings([job_id]), ([held]) =>
          expire({ organization: held?.organization ?? organization, job_id }, message),
        ),
    })),
  ],
  [
    "tells only of jobs that hold something",
    "tells what jobs hold, of whichever organization",
    broken(JobArchive, ({ holdings }) => ({
      holdings: (jobIds) =>
        Effect.map(holdings(jobIds), (held) => held.filter(({ storage_key }) => storage_key !== null)),
    })),
  ],
  [
    "forgets the requests of what ended at the moment too",
    "forgets what failed jobs were asked for that ended before, which then have no other life",
    broken(JobArchive, ({ forgetRequests }) => ({
      forgetRequests: (before, limit) => forgetRequests(before + 1, limit),
    })),
  ],
  [
    "forgets what ended at the moment too",
    "forgets jobs that ended before and hold no file",
    broken(JobArchive, ({ forget }) => ({ forget: (before, limit) => forget(before + 1, limit) })),
  ],
])
