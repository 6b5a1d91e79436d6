import { setTimeout } from "node:timers/promises"
import type { Publication } from "@hangtag/core"
import type { Dice } from "../../../packages/worker/test/simulation/Dice.ts"
import { ask } from "../ask.ts"
import { brand_key, colorways, type PriceTrial } from "./PriceTrial.ts"

/** What a batch was made for: some lines, or to take another one back. */
export type Purpose = { readonly body: Record<string, unknown> } | { readonly reverts: string }

/** What callers know in the end. */
export class Ledger {
  #done = 0
  #waiting: Array<{ readonly done: number; readonly go: () => void }> = []
  refused = 0
  lostAnswers = 0
  /** Answers that asked to try again. */
  unavailable = 0
  /** Milliseconds, of one call. */
  slowest = 0
  readonly purposes = new Map<string, Purpose>()
  /** By batch. */
  readonly receipts = new Map<string, Publication>()
  readonly discarded = new Set<string>()
  readonly wrong: Array<string> = []

  /** Generates, publishes and reverts that were answered 200. */
  get done(): number {
    return this.#done
  }

  count(): void {
    this.#done++
    for (const { done, go } of this.#waiting) if (done <= this.#done) go()
    this.#waiting = this.#waiting.filter(({ done }) => done > this.#done)
  }

  /** Resolves once so much is done. */
  reaches(done: number): Promise<void> {
    return new Promise((go) => {
      if (done <= this.#done) go()
      else this.#waiting.push({ done, go })
    })
  }
}

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** Longer than any outage of the trial. */
const patience = 60_000
const day = 86_400_000
const amounts = ["80", "90", "95.5", "100", "110", "130"]

/** A price keeper: generates, publishes, discards and takes back, and asks again until there is an answer. */
export class Caller {
  readonly #trial: PriceTrial
  readonly #ledger: Ledger
  readonly #dice: Dice
  readonly #name: string
  #turn: number
  #batches = 0

  constructor(trial: PriceTrial, ledger: Ledger, dice: Dice, number: number) {
    this.#trial = trial
    this.#ledger = ledger
    this.#dice = dice
    this.#name = `C${number}`
    this.#turn = number
  }

  /** One thing from its beginning to its end. */
  async act(): Promise<void> {
    const published = [...this.#ledger.receipts.keys()]
    const taken = published.length > 0 && this.#dice.chance(0.3) ? this.#dice.pick(published) : undefined
    const batch = taken === undefined ? await this.#generate() : await this.#revert(taken)
    if (batch === undefined) return
    if (this.#dice.chance(0.1)) return this.#discard(batch)
    await this.#publish(batch)
  }

  async #generate(): Promise<string | undefined> {
    const key = `${this.#name}-${this.#batches++}`
    const made = await this.#ask("POST", "pricing/batches", { key, kind: "price_change", brand_key })
    // that it is there already is the answer to an earlier call
    if (made.status !== 200 && made.status !== 409) this.#wrong("create", made)
    const body = { batch_key: key, ...this.#wanted() }
    this.#ledger.purposes.set(key, { body })
    const written = await this.#ask("POST", `pricing/map-policy/${brand_key}/price-changes`, body)
    if (written.status === 409) {
      this.#ledger.refused++
      await this.#discard(key)
      return undefined
    }
    if (written.status !== 200) this.#wrong("generate", written)
    this.#ledger.count()
    return key
  }

  /** Some lines for some colorways that others want too. */
  #wanted() {
    const dice = this.#dice
    const pick = <A>(items: ReadonlyArray<A>) => dice.pick(items)!
    const first = Math.floor(dice.random() * colorways.length)
    const some = [0, 1, 2]
      .slice(0, 1 + Math.floor(dice.random() * 3))
      .map((next) => colorways[(first + next) % 8]!)
    const from = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10)
    const lines = Array.from({ length: pick([1, 1, 2]) }, (_, index) => {
      const days = pick([2, 3, 5, 8]) + 10 * index
      return {
        price_type: pick(["MAP", "MAP", "MSRP"]),
        amount: pick(amounts),
        // some begin while their publication waits for its turn
        effective_from: dice.chance(0.2)
          ? new Date(Date.now() + dice.random() * 5_000).toISOString()
          : from(days),
        ...(dice.chance(0.3) && { effective_until: from(days + pick([1, 4])), return: "none" }),
      }
    })
    const later = () => pick(["keep", "keep", "withdraw"])
    return {
      colorways: some.map((colorway) => ({ ...colorway, lines })),
      on_collision: { same_instant: "withdraw", overridden_later: later(), leapfrogged: later() },
    }
  }

  async #revert(taken: string): Promise<string | undefined> {
    const reverted = await this.#ask("POST", `pricing/batches/${taken}/revert`)
    if (reverted.status !== 200) this.#wrong("revert", reverted)
    const key = String(reverted.body.batch_key)
    this.#ledger.purposes.set(key, { reverts: taken })
    this.#ledger.count()
    return key
  }

  async #publish(key: string): Promise<void> {
    const { receipts } = this.#ledger
    for (let times = this.#dice.chance(0.2) ? 2 : 1; times > 0; times--) {
      const { status, body, ...rest } = await this.#ask("POST", `pricing/batches/${key}/publish`, {})
      if (status === 409) {
        if (receipts.has(key)) this.#wrong("publish again", { status, body })
        this.#ledger.refused++
        return this.#discard(key)
      }
      if (status !== 200) return this.#wrong("publish", { status, body, ...rest })
      const receipt = body as unknown as Publication
      const known = receipts.get(key)
      if (known !== undefined && (known.number !== receipt.number || known.sha256 !== receipt.sha256))
        this.#wrong("publish again", { status, body })
      receipts.set(key, receipt)
      this.#ledger.count()
    }
  }

  async #discard(key: string): Promise<void> {
    const answer = await this.#ask("DELETE", `pricing/batches/${key}`)
    if (answer.status === 200) this.#ledger.discarded.add(key)
    else this.#wrong("discard", answer)
  }

  #wrong(what: string, { status, body }: Answer): void {
    this.#ledger.wrong.push(`${what}: ${status} ${JSON.stringify(body).slice(0, 300)}`)
  }

  /** Asks until it is answered, under one key; some answers it does not wait for. */
  async #ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const until = Date.now() + patience
    const headers = { "idempotency-key": crypto.randomUUID() }
    for (;;) {
      const began = performance.now()
      const signal = this.#dice.chance(0.15)
        ? AbortSignal.timeout(Math.floor(this.#dice.random() * 60))
        : AbortSignal.timeout(20_000)
      try {
        const url = `${this.#trial.base(this.#turn++)}/${path}`
        const response = await ask(url, { method, headers, signal, body })
        const answer = { status: response.status, body: await response.json() }
        this.#ledger.slowest = Math.max(this.#ledger.slowest, Math.round(performance.now() - began))
        if (!isToBeRepeated(answer)) return answer
        if (answer.status === 503) this.#ledger.unavailable++
      } catch {
        this.#ledger.lostAnswers++
      }
      if (Date.now() > until) return { status: 0, body: { detail: `${method} ${path} was never answered` } }
      await setTimeout(20 + this.#dice.random() * 100)
    }
  }
}

const isToBeRepeated = ({ status, body }: Answer): boolean =>
  status === 503 || (status === 409 && /try again|still being/.test(String(body.detail)))
