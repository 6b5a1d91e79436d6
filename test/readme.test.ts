import { execFile, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { freePort } from "../packages/postgres/test/support/freePort.ts"
import { productMetrics } from "./documents/metrics.ts"
import { steady, tourCommands, tourPath } from "./tourCommands.ts"

const root = resolve(import.meta.dirname, "..")
const run = promisify(execFile)

/** `npx -y pnpm@12 start`, without installing again. */
const startServer = async (data: string, port: number) => {
  const child = spawn(process.execPath, ["packages/cli/src/main.ts", "serve"], {
    cwd: root,
    env: { ...process.env, HANGTAG_DATA: data, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  await new Promise<void>((ready, failed) => {
    const hear = (chunk: Buffer) => {
      output += chunk
      if (output.includes("Hangtag serves on")) ready()
    }
    child.stdout.on("data", hear)
    child.stderr.on("data", hear)
    child.on("exit", () => failed(new Error(`The server ended: ${output}`)))
  })
  const stop = () =>
    new Promise<number | null>((done) => {
      child.removeAllListeners("exit").on("exit", done)
      child.kill("SIGINT")
    })
  return { stop }
}

describe("the README and the tour", () => {
  const data = mkdtempSync(join(tmpdir(), "hangtag-readme-"))
  let port = 0
  let server: Awaited<ReturnType<typeof startServer>>
  beforeAll(async () => {
    port = await freePort()
    server = await startServer(data, port)
  })
  afterAll(async () => {
    await server?.stop()
    rmSync(data, { recursive: true, force: true })
  })

  const sh = async (command: string, env: Record<string, string> = {}) => {
    const here = command.replaceAll("127.0.0.1:8080", `127.0.0.1:${port}`)
    const { stdout } = await run("sh", ["-c", here], { env: { ...process.env, ...env }, cwd: root })
    return stdout
  }
  const commands = tourCommands()

  /** The file of a job, by way of the commands that lead to it. */
  const fileOf = async (job: string) => {
    const follow = commands.find(({ command }) => command.includes("$JOB"))!
    const output = await sh(follow.command, { JOB: job })
    expect(output).toContain("event: completed")
    const link = JSON.parse(output.slice(output.lastIndexOf('{"'))) as { url: string; size: number }
    const file = await fetch(link.url)
    expect(file.status).toBe(200)
    const bytes = Buffer.from(await file.arrayBuffer())
    expect(bytes.byteLength).toBe(link.size)
    return bytes.toString()
  }

  it("prints the answers that its commands get", async () => {
    const answered = commands.filter(({ answer }) => answer !== undefined)
    expect(answered).toHaveLength(13)
    let text = readFileSync(tourPath, "utf8")
    const outputs: Array<string> = []
    const known: Record<string, string> = {}
    for (const { command } of answered) {
      const output = await sh(command, known)
      outputs.push(output)
      const { batch_key, reverts } = JSON.parse(output) as { batch_key?: string; reverts?: string }
      if (reverts !== undefined) known.REVERT = batch_key!
      else if (command.includes("/price-changes")) known.BATCH = batch_key!
    }
    const sheet = outputs.find((output) => output.includes("changes of batch"))!
    const file = await fileOf((JSON.parse(sheet) as { job_id: string }).job_id)
    const csv = file.replace("\ufeff", "").replaceAll("\r\n", "\n")
    if (process.env.UPDATE_TOUR === "1") {
      for (const [index, { answerAt }] of [...answered.entries()].reverse()) {
        const json = JSON.stringify(JSON.parse(outputs[index]!), null, 2)
        text = `${text.slice(0, answerAt!.start)}${json}\n${text.slice(answerAt!.end)}`
      }
      text = text.replace(/```csv\n[^`]*```/, () => `\`\`\`csv\n${csv}\`\`\``)
      writeFileSync(tourPath, text)
      return
    }
    for (const [index, { answer }] of answered.entries()) {
      expect(steady(JSON.parse(outputs[index]!))).toEqual(steady(JSON.parse(answer!)))
    }
    expect(text).toContain(`\`\`\`csv\n${csv}\`\`\``)
  })

  it("leads from an export to its file", async () => {
    const queue = commands.find(({ command }) => command.includes("products/export-async"))!
    const { job_id } = JSON.parse(await sh(queue.command)) as { job_id: string }
    expect(await fileOf(job_id)).not.toBe("")
  })

  it("has the metrics that docs/metrics.md tells, after its commands", async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    const documented = new Map(productMetrics().map(({ name, type }) => [name, type]))
    const shown = Array.from(
      text.matchAll(/^# TYPE (\w+) (\w+)$/gm),
      ([, name, type]) => [name!, type!] as const,
    )
    for (const [name, type] of shown) expect(documented.get(name), name).toBe(type)
    // the server of the commands has no read replica
    const expected = [...documented.keys()].filter((name) => !name.startsWith("hangtag_replica_"))
    expect(shown.map(([name]) => name).sort()).toEqual(expected)
  })

  it("is read in one sitting", () => {
    expect(readFileSync(join(root, "README.md"), "utf8").split("\n").length).toBeLessThanOrEqual(250)
  })

  it("shows the embed examples as they stand, and what they print", async () => {
    const text = readFileSync(join(root, "README.md"), "utf8")
    for (const example of ["embed.ts", "ownData.ts"]) {
      const code = readFileSync(join(root, "examples/01-embed", example), "utf8")
      expect(text).toContain(`\`\`\`ts\n${code}\`\`\``)
    }
    const { stdout } = await run(process.execPath, [join(root, "examples/01-embed/embed.ts")], { cwd: data })
    expect(text).toContain(`\`${stdout.trim()}\``)
  })
})
