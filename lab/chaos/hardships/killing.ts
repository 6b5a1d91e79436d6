import { spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout } from "node:timers/promises"
import { hangtagProgram } from "../../../test/programs.ts"

/** Starts `hangtag …` and kills it (SIGKILL) after N milliseconds; says whether that came before its end. */
export const killedAfter = async (
  millis: number,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>,
): Promise<boolean> => {
  const child = spawn(process.execPath, [hangtagProgram, ...args], {
    env: { ...process.env, ...env },
    stdio: "ignore",
  })
  const ended = once(child, "exit")
  await Promise.race([setTimeout(millis), ended])
  child.kill("SIGKILL")
  const [, signal] = await ended
  return signal === "SIGKILL"
}
