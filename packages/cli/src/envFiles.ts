const flag = "--env-file"

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
