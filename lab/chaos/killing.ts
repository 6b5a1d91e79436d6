import { setTimeout } from "node:timers/promises"
import type { Dice } from "../../packages/worker/test/simulation/Dice.ts"
import { type Checkpoint, checkpoints } from "./checkpoints.ts"
import type { Trial } from "./Trial.ts"
import type { WorkerProcess } from "./WorkerProcess.ts"

/** Kills one worker at each checkpoint, and lets a worker that lives end their jobs. */
export const killAtCheckpoints = async (trial: Trial): Promise<number> => {
  for (const names of [checkpoints.slice(0, 5), checkpoints.slice(5)]) {
    // Each stops with the first job that it claims, so each job meets another end.
    const victims = await Promise.all(names.map((name) => trial.worker(name)))
    await Promise.all(victims.map(() => trial.ask()))
    await Promise.all(victims.map((victim, index) => victim.says(`reached ${names[index]}`)))
    await Promise.all(victims.map((victim) => victim.end("SIGKILL")))
  }
  await trial.whileRescued(() => Promise.all(trial.jobs.map((job) => trial.ended(job))))
  return checkpoints.length
}

/** Kills busy workers, in turn, each at a moment of chance. */
export const killAtRandom = async (trial: Trial, kills: number, dice: Dice): Promise<number> => {
  const starting: Array<Promise<WorkerProcess>> = [trial.worker(), trial.worker()]
  for (let kill = 0; kill < kills; kill++) {
    await trial.ask()
    const victim = await starting.shift()!
    if (kill + 2 < kills) starting.push(trial.worker())
    await setTimeout(dice.random() * 400)
    await victim.end("SIGKILL")
  }
  await trial.whileRescued(() => Promise.all(trial.jobs.map((job) => trial.ended(job))))
  return kills
}

/**
 * Pauses workers at checkpoints until others have ended their jobs, then wakes them and lets them go on to their end;
 * gives the jobs before and after.
 */
export const wakeZombies = async (trial: Trial, at: ReadonlyArray<Checkpoint>) => {
  const zombies = await Promise.all(at.map((name) => trial.worker(name)))
  const jobs = await Promise.all(zombies.map(() => trial.ask()))
  await Promise.all(zombies.map((zombie, index) => zombie.says(`reached ${at[index]}`)))
  for (const zombie of zombies) zombie.signal("SIGSTOP")
  const before = await trial.whileRescued(() => Promise.all(jobs.map((job) => trial.ended(job))))
  for (const zombie of zombies) {
    zombie.release()
    zombie.signal("SIGCONT")
  }
  await Promise.all(zombies.map((zombie) => zombie.end("SIGTERM")))
  return { before, after: await Promise.all(jobs.map((job) => trial.job(job))) }
}
