const hangs = () => process.getActiveResourcesInfo().some((resource) => resource.startsWith("FSReq"))

/**
 * Ends the process, also where a call of a file system hangs (a mount whose server is gone): `process.exit` waits for its
 * thread without end. Such calls have a second to end (20 `tries`), after which the process is killed.
 */
export const exitProcess = (code: number, tries = 20): void => {
  if (!hangs()) process.exit(code)
  if (tries === 0) process.kill(process.pid, "SIGKILL")
  setTimeout(exitProcess, 50, code, tries - 1)
}
