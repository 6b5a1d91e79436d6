import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { freePort } from "../../packages/postgres/test/support/freePort.ts"
import { command } from "./command.ts"

const lines = (path: string) => readFileSync(path, "utf8").trim().split("\n")

/** What the image's build is let see of what is committed. */
const context = (clone: string) => {
  const patterns = lines(join(clone, "deploy/Dockerfile.dockerignore")).filter(
    (line) => !/^(#|\*)/.test(line),
  )
  const seen = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1))
  const left = patterns
    .filter((pattern) => !pattern.startsWith("!"))
    .map((each) => `:(exclude,glob)${each}/**`)
  return command(clone, "git", ["ls-files", "--", ...seen, ...left])
}

/**
 * Does what `deploy/Dockerfile` says, without Docker: copies what its build is let see, installs as it does, then starts
 * its command, lets its health check ask, and stops it as it says.
 */
export const imageWalk = async (clone: string, directory: string): Promise<void> => {
  const image = join(directory, "image")
  const dockerfile = lines(join(clone, "deploy/Dockerfile"))
  const instructed = (instruction: string) =>
    dockerfile
      .filter((line) => line.startsWith(`${instruction} `))
      .map((line) => line.slice(instruction.length + 1))
  for (const path of (await context(clone)).trim().split("\n")) {
    mkdirSync(join(image, path, ".."), { recursive: true })
    cpSync(join(clone, path), join(image, path))
  }
  const building = dockerfile.slice(
    0,
    dockerfile.findLastIndex((line) => line.startsWith("FROM ")),
  )
  for (const line of building.filter((line) => line.startsWith("RUN ")))
    await command(image, "sh", ["-c", line.slice(4).replace("install ", "install --prefer-offline ")])

  const [, ...entry] = JSON.parse(
    instructed("ENTRYPOINT")[0]!.replaceAll("/app/", `${image}/`),
  ) as ReadonlyArray<string>
  const [, ...check] = JSON.parse(
    instructed("HEALTHCHECK")[0]!.replace(/^.*CMD /, ""),
  ) as ReadonlyArray<string>
  const env = {
    ...process.env,
    NODE_ENV: "production",
    PORT: String(await freePort()),
    HANGTAG_DATA: join(directory, "image-data"),
    DATABASE_URL: "embedded",
  }
  const server = spawn(
    process.execPath,
    [...entry, ...(JSON.parse(instructed("CMD")[0]!) as ReadonlyArray<string>)],
    { env },
  )
  const ended = once(server, "exit")
  try {
    let said = ""
    const serves = new Promise<void>((serving) => {
      for (const stream of [server.stdout, server.stderr]) {
        stream.on("data", (chunk) => {
          said += chunk
          if (said.includes("serves on")) serving()
        })
      }
    })
    await Promise.race([serves, ended])
    if (!said.includes("serves on")) throw new Error(`The image's command ended: ${said}`)
    await command(image, process.execPath, check, { PORT: env.PORT })
    const page = await fetch(`http://127.0.0.1:${env.PORT}/`)
    if (!(await page.text()).includes("./assets/main-"))
      throw new Error(`The image shows no page: ${page.status}`)
  } finally {
    server.kill(instructed("STOPSIGNAL")[0] as NodeJS.Signals)
  }
  const [code] = await ended
  if (code !== 0) throw new Error(`The image's command got its stop signal, and ended with ${code}`)
}
