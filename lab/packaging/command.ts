import { execFile } from "node:child_process"
import { promisify } from "node:util"

const execute = promisify(execFile)

/** Runs a program and gives what it printed; fails with all that it said. */
export const command = async (
  cwd: string,
  program: string,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
): Promise<string> => {
  try {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 ** 2 }
    return (await execute(program, args, options)).stdout
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string }
    throw new Error(`${program} ${args.join(" ")} in ${cwd} failed\n${stdout}${stderr}`, { cause: error })
  }
}

/** pnpm of the version that the workspace asks for, whichever Node runs this. */
export const pnpm = (cwd: string, ...args: ReadonlyArray<string>) =>
  command(cwd, "npx", ["-y", "pnpm@12", ...args])
