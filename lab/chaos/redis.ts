/**
 * Stops and starts Redis every few seconds under exports and requests from several processes, then measures how long
 * an export waits until a worker in another process begins it. It counts calls for all of them.
 *
 *     npx -y pnpm@12 chaos redis --seconds 120 --exports 300 --requests 1000
 *
 * With `--remembers 0` Redis forgets everything at each stop; else what it got within the last second of a kill.
 */
import { setTimeout } from "node:timers/promises"
import { Dice } from "../../packages/worker/test/simulation/Dice.ts"
import { freePort, hangtag } from "../../test/hangtag.ts"
import { RedisServer } from "../../test/redis/RedisServer.ts"
import { numbers } from "./numbers.ts"
import { onServer } from "./onServer.ts"
import { report } from "./report.ts"
import { Answers, environment, restartUnderLoad } from "./restarting.ts"
import { request, Trial } from "./Trial.ts"

const { seed, remembers, ...given } = numbers({ seconds: 120, exports: 300, requests: 1000, remembers: 1 })

/** Milliseconds from the request to the start, by the jobs, over processes that have nothing else to do. */
const wakeUps = async (trial: Trial, env: Readonly<Record<string, string>>) => {
  const port = await freePort()
  const running = await Promise.all([
    hangtag(["serve", "--no-worker"], "serves on", { ...env, PORT: String(port) }),
    hangtag(["worker"], "takes exports", env),
  ])
  const waits: Array<number> = []
  for (let index = 0; index < 50; index++) {
    await setTimeout(Math.random() * 200)
    const job = await new Answers().send(`http://127.0.0.1:${port}/api/products/export-async`, request)
    const { started_at, created_at } = await trial.ended(String(job?.job_id))
    waits.push((started_at! - created_at) / 1000)
  }
  await Promise.all(running.map(({ stop }) => stop("SIGTERM")))
  return waits.sort((a, b) => a - b)
}

await onServer(async (server, folder) => {
  const redis = await RedisServer.create({ remembers: remembers !== 0 })
  const trial = await Trial.create(server.url, folder, 200)
  try {
    const load = {
      ...given,
      servers: 2,
      workers: 2,
      pause: [2000, 5000] as const,
      dice: new Dice(seed),
      redis,
    }
    const { restarts, answers, jobs, ...verdict } = await restartUnderLoad(trial, server, folder, load)
    for (const each of answers.wrong.slice(0, 20)) console.error(each)
    const waits = await wakeUps(trial, environment(server, folder, redis))
    report("redis", seed, {
      jobs,
      restarts,
      answered: answers.answered,
      "to be retried": answers.refused,
      "slowest answer": `${answers.slowest} ms`,
      "median wake-up": `${Math.round(waits[25]!)} ms`,
      wrong: answers.wrong.length,
      ...verdict,
    })
  } finally {
    await trial.dispose()
    await redis.dispose()
  }
})
