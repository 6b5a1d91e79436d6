import type { Trial } from "../Trial.ts"

/**
 * Spoils what jobs that wait were asked for, each in another way: every one has to end and say so, and to hold up
 * nothing.
 */
export const poisonedJobs = async (trial: Trial) => {
  const requests = ["not json", "null", '{"kind":"another program\'s"}', `{"product_keys":"`]
  const spoilt = await Promise.all(requests.map(() => trial.ask()))
  for (const [index, job] of spoilt.entries())
    await trial.tamper(
      `update hangtag_job set request = '${requests[index]!.replaceAll("'", "''")}' where job_id = '${job}'`,
    )
  const whole = await trial.ask()
  return trial.whileRescued(async () => {
    const wrong: Array<string> = []
    for (const job of spoilt) {
      const { status, error } = await trial.ended(job)
      if (status !== "failed" || error !== "What the export was asked for cannot be read")
        wrong.push(`${job}, which cannot be read, is ${status}: ${error}`)
    }
    const { status, message } = await trial.ended(whole)
    if (status !== "completed") wrong.push(`${whole} is ${status}: ${message}`)
    return { wrong }
  })
}
