import type { ExportMessage } from "@hangtag/core"
import type { SimulatedProcess } from "./SimulatedProcess.ts"

/** A message as the database keeps it. */
interface Kept {
  readonly message: ExportMessage
  attempts: number
  visibleAt: number
  holder: { readonly process: SimulatedProcess; heardAt: number } | undefined
}

/** One delivery; its end counts only while the holder is still the same. */
export interface Delivery {
  readonly kept: Kept
  readonly holder: NonNullable<Kept["holder"]>
  readonly attempt: number
}

/** The queue in the database, seen as one table: messages, holders and when they last gave a sign. */
export class LeasedQueue {
  readonly lease = 15_000
  readonly maxDeliveries = 1000
  readonly #messages = new Map<string, Kept>()

  has(jobId: string): boolean {
    return this.#messages.has(jobId)
  }

  get size(): number {
    return this.#messages.size
  }

  offer(message: ExportMessage): void {
    this.#messages.set(message.job_id, { message, attempts: 0, visibleAt: 0, holder: undefined })
  }

  claim(process: SimulatedProcess, now: number): Delivery | undefined {
    for (const kept of this.#messages.values()) {
      if (kept.visibleAt > now) continue
      if (kept.holder !== undefined && kept.holder.heardAt + this.lease >= now) continue
      const holder = { process, heardAt: now }
      kept.holder = holder
      return { kept, holder, attempt: ++kept.attempts }
    }
    return undefined
  }

  /** What living processes do all the time. */
  heartbeat(now: number): void {
    for (const { holder } of this.#messages.values()) {
      if (holder?.process.state === "running") holder.heardAt = now
    }
  }

  end({ kept, holder }: Delivery, how: "done" | "failed" | "interrupted", now: number): void {
    if (kept.holder !== holder) return
    if (how === "done") this.#messages.delete(kept.message.job_id)
    kept.holder = undefined
    if (how === "failed") kept.visibleAt = now + Math.min(1000 * 2 ** (kept.attempts - 1), 300_000)
    if (how === "interrupted") kept.attempts--
  }
}
