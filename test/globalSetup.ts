/**
 * What all test files of a run share: a temporary directory, and a Postgres server and bundled programs that are made when
 * the first of them asks for them.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import type { TestProject } from "vitest/node"
import { writePrograms } from "./bundledPrograms.ts"
import { makeRunFolder } from "./runFolder.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** A directory that lives as long as the run. */
    readonly runDirectory: string
    /** Answers with the server's URL, or 503 and why there is none; `support/testServer.ts` asks it. */
    readonly serverDesk: string
  }
}

const script = fileURLToPath(new URL("../packages/postgres/test/support/startServer.ts", import.meta.url))

const setup = async (project: TestProject) => {
  const runDirectory = makeRunFolder()
  const remove = () => rmSync(runDirectory, { recursive: true, force: true, maxRetries: 5 })
  const killed = (signal: NodeJS.Signals) => {
    remove()
    process.kill(process.pid, signal)
  }
  process.once("exit", remove).once("SIGINT", killed).once("SIGTERM", killed)
  const { TMPDIR: before } = process.env
  // of this process, of workers, and of what they start
  process.env.TMPDIR = runDirectory
  let server: ReturnType<typeof startServer> | undefined
  let programs: Promise<readonly [status: number, answer: string]> | undefined
  const folder = join(runDirectory, "programs")
  const desk = createServer(async ({ url: path }, response) => {
    if (path === "/programs") {
      programs ??= writePrograms(folder).then(
        () => [200, folder] as const,
        (cause) => [503, `The programs that tests start could not be bundled: ${cause}`] as const,
      )
      const [status, answer] = await programs
      return response.writeHead(status).end(answer)
    }
    server ??= startServer()
    const { url, complaint } = await server
    response.writeHead(url === undefined ? 503 : 200).end(url ?? complaint)
  }).listen(0, "127.0.0.1")
  await once(desk, "listening")
  project.provide("runDirectory", runDirectory)
  const address = `http://127.0.0.1:${(desk.address() as AddressInfo).port}`
  project.provide("serverDesk", address)
  process.env.TEST_PROGRAMS = `${address}/programs`
  return async () => {
    desk.close()
    await (await server)?.end()
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    process.off("exit", remove).off("SIGINT", killed).off("SIGTERM", killed)
    remove()
  }
}

export default setup

const startServer = async () => {
  const child = spawn(process.execPath, [script, "--supervised"])
  const exited = once(child, "exit")
  const complaint = text(child.stderr)
  const url = await Promise.race([once(child.stdout, "data"), exited.then(() => undefined)])
  return {
    url: url === undefined ? undefined : String(url[0]).trim(),
    complaint: url === undefined ? (await complaint).trim() : "",
    end: async () => {
      child.stdin.end()
      await exited
    },
  }
}
