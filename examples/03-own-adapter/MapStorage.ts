import { type BrandedInstant, instantFromMillis } from "@hangtag/core"
import type { AsyncObjectStorage } from "@hangtag/core/promise"

interface Stored {
  readonly bytes: Uint8Array
  readonly modified_at: BrandedInstant
}

const isKey = (key: string) =>
  key.split("/").every((part) => /^[\w.-]+$/.test(part) && part !== "." && part !== "..")

/** Export files in a `Map`: what a storage of your own has to do, in one screen and without Effect. */
export class MapStorage implements AsyncObjectStorage {
  readonly #objects = new Map<string, Stored>()

  #checked(key: string): string {
    if (!isKey(key)) throw new Error(`not a key: ${key}`)
    return key
  }

  async put(key: string, content: AsyncIterable<Uint8Array>) {
    this.#checked(key)
    const chunks: Array<Uint8Array> = []
    for await (const chunk of content) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    this.#objects.set(key, { bytes, modified_at: instantFromMillis(Date.now()) })
    return { size: bytes.length }
  }

  async get(key: string, range?: { readonly start: number; readonly end: number }) {
    const found = this.#objects.get(this.#checked(key))
    if (found === undefined) return null
    const bytes = range ? found.bytes.subarray(range.start, range.end + 1) : found.bytes
    const content = async function* () {
      yield bytes
    }
    return { size: found.bytes.length, content: content() }
  }

  async delete(key: string) {
    this.#objects.delete(this.#checked(key))
  }

  async *list(prefix: string) {
    // keys are ASCII, so that `sort` orders them by code point
    for (const key of [...this.#objects.keys()].filter((each) => each.startsWith(prefix)).sort()) {
      const { bytes, modified_at } = this.#objects.get(key)!
      yield { key, size: bytes.length, modified_at }
    }
  }

  async downloadLink(key: string) {
    return `map:${this.#checked(key)}`
  }
}
