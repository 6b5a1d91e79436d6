import { setTimeout } from "node:timers/promises"
import { allPermissions, CatalogWriter, instantFromMicros } from "@hangtag/core"
import { aBrand, aPriceEntry, aProductEntry, aVariantEntry } from "@hangtag/testkit"
import { Effect } from "effect"
import type { TokenIssuer } from "../../packages/http-adapter/test/support/TokenIssuer.ts"
import { PgBouncer, type PgBouncerOptions } from "../../packages/postgres/test/support/PgBouncer.ts"
import { freePort, hangtag } from "../../test/hangtag.ts"
import { ask } from "./ask.ts"
import { installation } from "./installation.ts"
import { request as wholeCatalog } from "./Trial.ts"

const organizations = ["north", "south"] as const
type Organization = (typeof organizations)[number]

const products = 80
const variants = 6
/** What each answer of an organization holds, and no answer of the other one. */
const markOf = (organization: Organization) => `Boot of ${organization}`

/** The same keys in both organizations, each with names and prices of its own. */
const seed = Effect.gen(function* () {
  const writer = yield* CatalogWriter
  for (const organization of organizations) {
    yield* writer.saveBrands(organization, [aBrand({ brand_key: "B", name: markOf(organization) })])
    const variantOf = (variant_key: string) =>
      aVariantEntry({ variant_key, name: `${markOf(organization)} ${variant_key}` })
    const own = Array.from({ length: products }, (_, nth) =>
      aProductEntry({
        product_key: `P${nth}`,
        brand_key: "B",
        name: markOf(organization),
        attributes: { lining: organization },
        variants: Array.from({ length: variants }, (_, index) => variantOf(`P${nth}-${index}`)),
      }),
    )
    yield* writer.saveProducts(organization, own, instantFromMicros(0))
    yield* writer.savePrices(
      organization,
      own.flatMap((product) =>
        product.variants.map(({ variant_key }, index) =>
          aPriceEntry({
            variant_key,
            amount: organization === "north" ? `1${index}.50` : `2${index}.70`,
            effective_from: "2020-01-01",
          }),
        ),
      ),
    )
  }
})

interface Ask {
  readonly organization: Organization
  readonly path: string
  readonly body?: unknown
  readonly method?: "PUT"
}

/** An answer without the moment at which it was given, which is within the hour. */
const steady = (answer: string) =>
  answer
    .replaceAll(/20\d\d-\d\d-\d\dT[\d:.]+Z/g, (moment) =>
      Math.abs(Date.parse(moment) - Date.now()) < 3_600_000 ? "now" : moment,
    )
    .replace(/"b2\.[0-9a-z]+\./, '"b2.now.')

/** The nth question: a search, a preview, an explanation, a timeline, a policy that is written again. */
const askOf = (nth: number): Ask => {
  const organization = organizations[nth % 2]!
  const turn = Math.floor(nth / 2)
  const product_key = `P${turn % products}`
  const policy = "/api/pricing/map-policy/B"
  const line = { price_type: "MAP", amount: 9.9, effective_from: "2091-06-01" }
  switch (turn % 5) {
    case 0:
      return { organization, path: `/api/products/${product_key}/variants/search?q=boot` }
    case 1:
      return {
        organization,
        path: `${policy}/colorway-prefill`,
        body: { product_key, color: "Black", lines: [line] },
      }
    case 2:
      return { organization, path: `/api/pricing/variants/${product_key}-1/timeline` }
    case 3:
      return { organization, path: `/api/pricing/products/${product_key}/timeline` }
    default:
      return {
        organization,
        path: policy,
        method: "PUT",
        body: { endings: [organization === "north" ? "0.50" : "0.70"] },
      }
  }
}

const exportOf = (organization: Organization, nth: number): Ask => ({
  organization,
  path: "/api/products/export-async",
  // by turns in one statement, and in a transaction that lasts as long as the file is written
  body: { ...wholeCatalog, product_keys: nth % 2 === 0 ? ["P1", "P2", "P3"] : [] },
})

type Tokens = Readonly<Record<Organization, string>>

/** Callers of a server, or of several. */
class Callers {
  readonly #bases: ReadonlyArray<string>
  readonly #tokens: Tokens
  /** Answers that asked to be tried again. */
  refused = 0
  slowest = 0

  constructor(bases: ReadonlyArray<string>, tokens: Tokens) {
    this.#bases = bases
    this.#tokens = tokens
  }

  /** What is answered in the end: status and text. */
  async ask({ organization, path, body, method }: Ask): Promise<string> {
    const base = this.#bases[Math.floor(Math.random() * this.#bases.length)]
    const url = path.startsWith("http") ? path : `${base}${path}`
    const headers = { authorization: `Bearer ${this.#tokens[organization]}` }
    for (;;) {
      const began = performance.now()
      const response = await ask(url, { method, headers, body })
      const text = await response.text()
      this.slowest = Math.max(this.slowest, Math.round(performance.now() - began))
      if (response.status !== 503 || !response.headers.has("retry-after"))
        return `${response.status} ${steady(text)}`
      this.refused++
      await setTimeout(200)
    }
  }

  /** The bytes of an export. */
  async export(ask: Ask): Promise<string> {
    const { organization } = ask
    const queued = await this.ask(ask)
    const { job_id } = JSON.parse(queued.slice(4)) as { job_id: string }
    for (;;) {
      const answer = await this.ask({ organization, path: `/api/jobs/${job_id}` })
      const job = JSON.parse(answer.slice(4)) as { status: string }
      if (job.status === "completed") break
      if (job.status !== "queued" && job.status !== "running") return answer
      await setTimeout(100)
    }
    const link = await this.ask({ organization, path: `/api/products/export/${job_id}/download-url` })
    return this.ask({ organization, path: (JSON.parse(link.slice(4)) as { url: string }).url })
  }
}

export interface PoolerTrial extends PgBouncerOptions {
  /** Of an empty database. */
  readonly url: string
  readonly folder: string
  readonly issuer: TokenIssuer
  readonly callers: number
  readonly answers: number
  readonly exports: number
  readonly servers: number
}

/**
 * Has two organizations ask the same questions of servers and a worker behind PgBouncer, and compares every answer, and
 * every byte of their exports, with what a server answers that nothing stands before.
 */
export const askBehindPooler = async (trial: PoolerTrial) => {
  await Effect.runPromise(Effect.provide(seed, installation(trial.url, trial.folder)))
  const now = Math.floor(Date.now() / 1000)
  const tokenOf = (organization: Organization) =>
    trial.issuer.sign({
      sub: "ann",
      org_id: organization,
      iat: now,
      exp: now + 36_000,
      permissions: [...allPermissions],
    })
  const tokens = { north: await tokenOf("north"), south: await tokenOf("south") }
  const env = {
    HANGTAG_DATA: trial.folder,
    HANGTAG_DEMO: "off",
    LOG_LEVEL: "error",
    RATE_LIMIT: "off",
    AUTH_ISSUER: trial.issuer.issuer,
    AUTH_AUDIENCE: trial.issuer.audience,
    AUTH_JWKS_URL: trial.issuer.jwksUrl,
  }
  const serve = async (database: string, args: ReadonlyArray<string>) => {
    const port = await freePort()
    const running = await hangtag(["serve", ...args], "serves on", {
      ...env,
      DATABASE_URL: database,
      PORT: String(port),
    })
    return { running, base: `http://127.0.0.1:${port}` }
  }

  const expected = new Map<string, string>()
  const nameOf = (ask: Ask) => JSON.stringify(ask)
  const direct = await serve(trial.url, [])
  try {
    const callers = new Callers([direct.base], tokens)
    // what previews go by
    for (const ask of [askOf(8), askOf(9)]) await callers.ask(ask)
    for (let nth = 0; nth < Math.min(trial.answers, 2 * products); nth++)
      expected.set(nameOf(askOf(nth)), await callers.ask(askOf(nth)))
    for (const organization of organizations)
      for (const nth of [0, 1]) {
        const ask = exportOf(organization, nth)
        expected.set(nameOf(ask), await callers.export(ask))
      }
  } finally {
    await direct.running.stop("SIGKILL")
  }

  const pooler = await PgBouncer.create(trial.url, trial)
  const started = await Promise.all([
    ...Array.from({ length: trial.servers }, () => serve(pooler.url, ["--no-worker"])),
    hangtag(["worker"], "takes exports", { ...env, DATABASE_URL: pooler.url }).then((running) => ({
      running,
      base: undefined,
    })),
  ])
  try {
    const callers = new Callers(
      started.flatMap(({ base }) => base ?? []),
      tokens,
    )
    const found = { answers: 0, wrong: 0, foreign: 0 }
    const check = (ask: Ask, answer: string) => {
      found.answers++
      const other = markOf(ask.organization === "north" ? "south" : "north")
      if (answer.includes(other)) found.foreign++
      if (answer === expected.get(nameOf(ask)) && answer.startsWith("200 ")) return
      if (found.wrong++ < 5)
        console.error(
          `${nameOf(ask)}: ${answer.slice(0, 300)}, not ${expected.get(nameOf(ask))?.slice(0, 300)}`,
        )
    }
    let asked = 0
    let exported = 0
    const caller = async () => {
      while (asked < trial.answers) {
        const ask = askOf(asked++)
        check(ask, await callers.ask(ask))
      }
    }
    const exporter = async (organization: Organization) => {
      while (exported < trial.exports) {
        const ask = exportOf(organization, exported++)
        check(ask, await callers.export(ask))
      }
    }
    await Promise.all([...Array.from({ length: trial.callers }, caller), ...organizations.map(exporter)])
    return { ...found, refused: callers.refused, slowest: callers.slowest }
  } finally {
    await Promise.all(started.map(({ running }) => running.stop("SIGTERM")))
    await pooler.dispose()
  }
}
