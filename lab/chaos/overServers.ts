import { mkdirSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { allPermissions } from "@hangtag/core"
import { aBrand } from "@hangtag/testkit"
import type { TokenIssuer } from "../../packages/http-adapter/test/support/TokenIssuer.ts"
import type { PostgresServer } from "../../packages/postgres/test/support/PostgresServer.ts"
import { freePort, hangtag, run } from "../../test/hangtag.ts"
import { leaseSeconds } from "./installation.ts"
import { caller, found, Ledger, verdict } from "./moving.ts"
import { boots } from "./Trial.ts"

export interface OverServers {
  /** How often each server is stopped. */
  readonly rounds: number
  /** For how long, in milliseconds. */
  readonly time: number
  /** Callers of each organization. */
  readonly callers: number
}

/** One that stays on the default server, one that stays on the other, and one that goes to and fro. */
const organizations = ["acme", "globex", "initech"] as const

const catalogOf = (organization: string, products: number): string =>
  [
    { kind: "brand", ...aBrand({ brand_key: "B", name: `Boots of ${organization}` }) },
    ...boots(products).map((product) => ({ kind: "product", ...product })),
  ]
    .map((entry) => `${JSON.stringify(entry)}\n`)
    .join("")

/**
 * Two servers of organizations, two APIs and two workers over them, under price changes and exports: each server is stopped by turns, and
 * between that an organization goes from one to the other. Who is on a server that runs is to be answered all the time.
 */
export const overServers = async (
  [first, other]: readonly [PostgresServer, PostgresServer],
  issuer: TokenIssuer,
  folder: string,
  { rounds, time, callers }: OverServers,
) => {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, "servers.json")
  const places = new Map<string, string>([["globex", "other"]])
  const writeMap = () => {
    const map = { servers: { other: other.url }, organizations: Object.fromEntries(places) }
    writeFileSync(`${path}.new`, JSON.stringify(map))
    renameSync(`${path}.new`, path)
  }
  writeMap()
  const env = {
    DATABASE_URL: first.url,
    DATABASE_URLS: path,
    HANGTAG_DATA: folder,
    HANGTAG_DEMO: "off",
    EXPORT_LEASE: `${leaseSeconds}s`,
    MAX_OPEN_EXPORTS: "10000",
    LOG_LEVEL: "info",
    AUTH_ISSUER: issuer.issuer,
    AUTH_AUDIENCE: issuer.audience,
    AUTH_JWKS_URL: issuer.jwksUrl,
  }
  const wrong: Array<string> = []
  const command = async (...args: ReadonlyArray<string>) => {
    const { code, output } = await run(args, env)
    if (code !== 0) wrong.push(`${args.join(" ")}: ${output}`)
  }
  await command("migrate")
  for (const each of organizations) {
    writeFileSync(join(folder, `${each}.ndjson`), catalogOf(each, callers))
    await command("import", join(folder, `${each}.ndjson`), "--organization", each, "--create")
  }
  const ports = [await freePort(), await freePort()]
  const processes = await Promise.all([
    ...ports.map((port) => hangtag(["serve", "--no-worker"], "serves on", { ...env, PORT: String(port) })),
    ...ports.map(() => hangtag(["worker"], "takes exports", env)),
  ])
  const now = Math.floor(Date.now() / 1000)
  let going = true
  const ledgers = new Map(organizations.map((each) => [each as string, new Ledger()]))
  const work = async (organization: string) => {
    const claims = { sub: "ann", org_id: organization, permissions: [...allPermissions] }
    const token = await issuer.sign({ ...claims, iat: now, exp: now + 36_000 })
    let turn = 0
    const base = () => `http://127.0.0.1:${ports[turn++ % 2]}/api`
    await Promise.all(
      Array.from({ length: callers }, (_, nth) =>
        caller(nth, base, ledgers.get(organization)!, () => going, token),
      ),
    )
  }
  const until = async (what: string, isSo: () => boolean | Promise<boolean>) => {
    const end = Date.now() + 120_000
    while (!(await isSo())) {
      if (Date.now() > end) throw new Error(`${what} never came: ${wrong.join("\n")}`)
      await setTimeout(50)
    }
  }
  const bothReady = () =>
    until("readiness", async () => {
      const answers = await Promise.all(
        ports.map((port) => fetch(`http://127.0.0.1:${port}/readyz`).then((response) => response.json())),
      )
      return answers.every((answer) => (answer as { readonly status: string }).status === "ok")
    })
  const more = (organization: string) => {
    const { changes } = ledgers.get(organization)!
    return until(`a change of ${organization}`, () => ledgers.get(organization)!.changes > changes)
  }
  const serverOf = (organization: string) => (places.get(organization) === "other" ? other : first)
  /** Stops a server for a time: who is on the other one is answered, and changes prices. */
  const without = async (server: PostgresServer, mode: "fast" | "immediate") => {
    await bothReady()
    const others = organizations.filter((each) => serverOf(each) !== server)
    const before = others.map((each) => ledgers.get(each)!.unavailable)
    await server.stop(mode)
    await Promise.all([setTimeout(time), ...others.map(more)])
    const failed = others.map((each, nth) => ledgers.get(each)!.unavailable - before[nth]!)
    await server.start()
    await bothReady()
    await Promise.all(organizations.map(more))
    for (const [nth, count] of failed.entries())
      if (count > 0) wrong.push(`${count} answers of ${others[nth]} failed while the other server was down`)
  }
  try {
    const working = Promise.all(organizations.map(work))
    await Promise.all(organizations.map(more))
    for (let nth = 0; nth < rounds; nth++) {
      const mode = nth % 2 === 0 ? "immediate" : "fast"
      const [from, to] = nth % 2 === 0 ? ["default", "other"] : ["other", "default"]
      await without(other, mode)
      await command("organizations", "move", "initech", "--to-server", to!)
      places.set("initech", to!)
      writeMap()
      // who has not read it yet sends it to where it was
      await until("the new map", () =>
        processes.every(({ output }) => output().split("was read again").length > nth + 1),
      )
      await more("initech")
      await without(first, mode)
      await command("organizations", "delete", "initech", "--server", from!, "--yes")
    }
    going = false
    await working
    const sums = { lost: 0, doubled: 0, gaps: 0, foreign: 0 }
    for (const each of organizations) {
      const url = serverOf(each).url
      await until(`the end of exports of ${each}`, async () =>
        (await found(url, each)).jobs.every(({ status }) => status === "completed"),
      )
      const { lost, doubled, gaps } = verdict(ledgers.get(each)!, await found(url, each))
      sums.lost += lost
      sums.doubled += doubled
      sums.gaps += gaps
      sums.foreign += (await found((serverOf(each) === first ? other : first).url, each)).total
    }
    const all = [...ledgers.values()]
    return {
      ...sums,
      changes: all.reduce((sum, { changes }) => sum + changes, 0),
      exports: all.reduce((sum, { jobs }) => sum + jobs.size, 0),
      tried: all.reduce((sum, { unavailable }) => sum + unavailable, 0),
      slowest: Math.max(ledgers.get("acme")!.slowest, ledgers.get("globex")!.slowest),
      wrong: [...wrong, ...all.flatMap((ledger) => ledger.wrong)],
    }
  } finally {
    going = false
    await Promise.all(processes.map(({ stop }) => stop("SIGKILL")))
  }
}
