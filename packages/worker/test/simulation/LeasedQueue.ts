import { type ExportMessage, exportMessageId } from "@hangtag/core"
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
  /** Messages offered for jobs that had fallen silent, or seemed to have none. */
  replaced = 0
  readonly #messages = new Map<string, Kept>()

  /** Of those that have not served yet. */
  get messageIds(): ReadonlyArray<string> {
    return [...this.#messages.keys()]
  }

  get size(): number {
    return this.#messages.size
  }

  offer(message: ExportMessage, visibleAt: number): void {
    if (message.again !== undefined) this.replaced++
    this.#messages.set(exportMessageId(message), { message, attempts: 0, visibleAt, holder: undefined })
  }

  claim(process: SimulatedProcess, lane: string, now: number): Delivery | undefined {
    for (const kept of this.#messages.values()) {
      if (kept.message.lane !== lane || kept.visibleAt > now) continue
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
    if (how === "done") this.#messages.delete(exportMessageId(kept.message))
    kept.holder = undefined
    if (how === "failed") kept.visibleAt = now + Math.min(1000 * 2 ** (kept.attempts - 1), 300_000)
    if (how === "interrupted") kept.attempts--
  }
}
