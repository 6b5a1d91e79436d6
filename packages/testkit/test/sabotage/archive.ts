import { instantFromMicros, JobArchive } from "@hangtag/core"
import { jobArchivePromises } from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import { answers, asksWith, broken } from "./broken.ts"
import { notices } from "./notices.ts"

notices("jobArchiveSuite", jobArchivePromises, {
  "gives the completed jobs of every organization that finished before, the first first": [
    answers(JobArchive, "completedBefore", (jobs) => jobs.toReversed()),
    asksWith(JobArchive, "completedBefore", 0, (before) => instantFromMicros(before + 1)),
  ],
  "makes a completed job expired, and no other": broken(JobArchive, ({ expire, holdings }) => ({
    expire: ({ organization, job_id }, message) =>
      Effect.flatMap(holdings([job_id]), ([held]) =>
        expire({ organization: held?.organization ?? organization, job_id }, message),
      ),
  })),
  "tells what jobs hold, of whichever organization": answers(JobArchive, "holdings", (held) =>
    held.filter(({ storage_key }) => storage_key !== null),
  ),
  "forgets what failed jobs were asked for that ended before, which then have no other life": asksWith(
    JobArchive,
    "forgetRequests",
    0,
    (before) => instantFromMicros(before + 1),
  ),
  "forgets jobs that ended before and hold no file": asksWith(JobArchive, "forget", 0, (before) =>
    instantFromMicros(before + 1),
  ),
})
