/** Hands what was put in to the reader that asks for the next, in order, waiting where there is nothing yet. */
export class Mailbox<A> {
  #items: Array<A> = []
  #failure: { readonly error: unknown } | undefined
  #waiting: PromiseWithResolvers<void> | undefined

  put(item: A): void {
    this.#items.push(item)
    this.#waiting?.resolve()
  }

  /** What was put in before is still handed out, then `next` fails. The first failure counts. */
  fail(error: unknown): void {
    this.#failure ??= { error }
    this.#waiting?.resolve()
  }

  async next(): Promise<A> {
    while (this.#items.length === 0) {
      if (this.#failure !== undefined) throw this.#failure.error
      this.#waiting = Promise.withResolvers()
      await this.#waiting.promise
    }
    return this.#items.shift()!
  }
}
