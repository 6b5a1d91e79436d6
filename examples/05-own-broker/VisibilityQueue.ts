import { randomUUID } from "node:crypto"

/** A message that was received; it comes again unless it is deleted by its receipt in time. */
export interface Received<A> {
  readonly body: A
  readonly receipt: string
}

/** A queue of the kind of SQS, in this process: consumers ask for messages, and have to delete them in time. */
export class VisibilityQueue<A> {
  readonly #visibilityTimeout: number
  #messages: Array<{ readonly body: A; receipt: string; visibleAt: number }> = []

  /** Milliseconds after which a message that was received, and not deleted, is given again. */
  constructor(visibilityTimeout: number) {
    this.#visibilityTimeout = visibilityTimeout
  }

  async send(body: A): Promise<void> {
    this.#messages.push({ body, receipt: "", visibleAt: 0 })
  }

  async receive(): Promise<Received<A> | undefined> {
    const now = performance.now()
    const message = this.#messages.find(({ visibleAt }) => visibleAt <= now)
    if (message === undefined) return undefined
    message.receipt = randomUUID()
    message.visibleAt = now + this.#visibilityTimeout
    return { body: message.body, receipt: message.receipt }
  }

  async delete(receipt: string): Promise<void> {
    this.#messages = this.#messages.filter((message) => message.receipt !== receipt)
  }
}
