import { concatBytes } from "./concatBytes.ts"

const READY = 0x5a
const NOTIFICATION = 0x41
const HEADER = 5

/**
 * Follows a server's bytes, in whatever pieces they come, for the two things that concern others than the
 * asker: the transaction status after a cycle, and notifications.
 */
export class BackendReader {
  /** Of the last ReadyForQuery: `I` idle, `T` in a transaction, `E` in a failed one. */
  status = "I"
  readonly #onNotification: (message: Uint8Array) => void
  readonly #header = new Uint8Array(HEADER)
  #headerLength = 0
  #bodyLeft = 0
  #kept: Array<Uint8Array> | undefined

  constructor(onNotification: (message: Uint8Array) => void) {
    this.#onNotification = onNotification
  }

  read(bytes: Uint8Array): void {
    for (let offset = 0; offset < bytes.length; ) {
      if (this.#bodyLeft > 0) {
        const taken = Math.min(this.#bodyLeft, bytes.length - offset)
        this.#kept?.push(bytes.slice(offset, offset + taken))
        offset += taken
        this.#bodyLeft -= taken
        if (this.#bodyLeft === 0 && this.#kept !== undefined) this.#finish(this.#kept)
        continue
      }
      this.#header[this.#headerLength++] = bytes[offset++]!
      if (this.#headerLength < HEADER) continue
      this.#headerLength = 0
      this.#bodyLeft = new DataView(this.#header.buffer).getInt32(1) - 4
      const type = this.#header[0]
      if (type === READY || type === NOTIFICATION) this.#kept = [this.#header.slice()]
    }
  }

  #finish(parts: Array<Uint8Array>): void {
    this.#kept = undefined
    const message = concatBytes(parts)
    if (message[0] === READY) this.status = String.fromCharCode(message[HEADER]!)
    else this.#onNotification(message)
  }
}
