import { createHash } from "node:crypto"
import { Effect } from "effect"
import { exportDisturbed } from "./FaultyExport.ts"

const undisturbed = Effect.map(
  exportDisturbed((ports) => ports),
  ({ jobs, files }) => files.get(jobs[0]?.file?.storage_key ?? "") ?? "none",
)

/**
 * What is not as it has to be after a disturbed export: every accepted job is completed with the file it names, the
 * same as without a fault, and no other file is left.
 */
export const wrongEnd = Effect.fnUntraced(function* (disturbed: Parameters<typeof exportDisturbed>[0]) {
  const expected = yield* undisturbed
  const bytes = Buffer.from(expected, "hex")
  const sha256 = createHash("sha256").update(bytes).digest("hex")
  const { accepted, jobs, files } = yield* exportDisturbed(disturbed)
  const wrong: Array<string> = []
  if (!jobs.some(({ job_id }) => job_id === accepted.job_id)) wrong.push("the accepted job is gone")
  for (const { status, message, file } of jobs) {
    if (status !== "completed") wrong.push(`the job is ${status}: ${message}`)
    else if (files.get(file?.storage_key ?? "") !== expected) wrong.push("the file is not the one expected")
    else if (file?.size !== bytes.length || file.sha256 !== sha256)
      wrong.push("size or hash are not the file's")
  }
  if (files.size !== jobs.length) wrong.push(`${files.size} files of ${jobs.length} jobs`)
  return wrong
})
