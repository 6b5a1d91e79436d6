import type { Trial } from "../Trial.ts"

const message = (job: string) => JSON.stringify({ organization: "demo", job_id: job })

/** Spoils messages that wait, each in another way, and adds some of no job; every job has to be completed still. */
export const poisonedMessages = async (trial: Trial) => {
  const elements = [
    "not json",
    "null",
    '{"kind":"another program\'s"}',
    message("no-such-job"),
    `{"job_id":"`,
  ]
  const spoilt = await Promise.all(elements.map(() => trial.ask()))
  for (const [index, job] of spoilt.entries())
    await trial.tamper(
      `update hangtag_queue set element = '${elements[index]!.replaceAll("'", "''")}' where id = '${job}'`,
    )
  for (const [index, element] of [...elements, message("00000000-0000-4000-8000-000000000000")].entries())
    await trial.tamper(`
      insert into hangtag_queue (id, queue_name, element, state, visible_at, created_at, updated_at)
      select 'poison-${index}', queue_name, '${element.replaceAll("'", "''")}', 'pending', now(), now(), now()
      from hangtag_queue where id = '${spoilt[0]}'`)
  const whole = await trial.ask()
  return trial.whileRescued(async () => {
    const jobs = await Promise.all([...spoilt, whole].map((job) => trial.ended(job)))
    const wrong = jobs
      .filter(({ status }) => status !== "completed")
      .map(({ job_id, status, message }) => `${job_id} is ${status}: ${message}`)
    return { wrong }
  })
}
