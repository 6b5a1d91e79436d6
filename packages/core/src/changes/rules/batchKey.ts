import type { Instant } from "../../kernel/Instant.ts"
import { instantToText } from "../../kernel/Instant.ts"
import { controlFault } from "../../kernel/keyFault.ts"

/** No letter that reads like a digit. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** A readable key of a price change made at a moment, `PC-20261201-7K3F`; `number` sets those of one day apart. */
export const batchKey = (at: Instant, number: number): string => {
  let rest = Math.abs(Math.floor(number)) % letters.length ** 4
  let end = ""
  for (let place = 0; place < 4; place++) {
    end = letters[rest % letters.length]! + end
    rest = Math.floor(rest / letters.length)
  }
  return `PC-${instantToText(at).slice(0, 10).replaceAll("-", "")}-${end}`
}

/**
 * Why no URL could name a batch of that key; undefined where one can. An escaped slash is a slash in the paths of the six
 * operations, two of which have a batch's key, and a part that is `.` or `..`, escaped or not, is resolved before it is sent (WHATWG URL).
 */
export const batchKeyFault = (key: string): string | undefined =>
  key === "" || key === "." || key === ".." || key.includes("/")
    ? "the key of a batch stands in URLs: use one without a slash that is not empty, . or .."
    : controlFault(key)
