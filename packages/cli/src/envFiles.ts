import { readFileSync } from "node:fs"

const flag = "--env-file"

/** Those of AWS, which its client reads from the environment alone. */
const secrets = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"]

/**
 * Reads the files of `--env-file` into the environment, where a variable that is set already stays as it is. Gives what
 * is wrong with one of them; undefined where nothing is.
 */
export const loadEnvFiles = (args: ReadonlyArray<string>): string | undefined => {
  for (const [index, arg] of args.entries()) {
    const path =
      arg === flag ? args[index + 1] : arg.startsWith(`${flag}=`) ? arg.slice(flag.length + 1) : undefined
    if (path === undefined) continue
    try {
      process.loadEnvFile(path)
    } catch (cause) {
      const code = cause instanceof Error && "code" in cause ? ` (${cause.code})` : ""
      return `${flag} ${path} cannot be read${code}: use the path of a file of NAME=value lines`
    }
  }
  return undefined
}

/** Reads AWS's credentials from the files that `<NAME>_FILE` name. Gives what is wrong with one of them. */
export const loadSecretFiles = (env: NodeJS.ProcessEnv): string | undefined => {
  for (const name of secrets) {
    const path = env[`${name}_FILE`]
    if (path === undefined) continue
    if (env[name] !== undefined) return `${name}_FILE cannot be used: unset it, or ${name}: one of them`
    try {
      env[name] = readFileSync(path, "utf8").trim()
    } catch (cause) {
      const code = cause instanceof Error && "code" in cause ? ` (${cause.code})` : ""
      return `${name}_FILE=${path} cannot be read${code}: use the path of a file that holds it`
    }
  }
  return undefined
}
