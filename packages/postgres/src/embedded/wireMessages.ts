/** The few PostgreSQL wire messages (protocol 3.0) that are made here rather than by a client or a server. */

import { concatBytes } from "./concatBytes.ts"

const text = new TextEncoder()

const message = (type: string, ...body: ReadonlyArray<Uint8Array>): Uint8Array => {
  const length = body.reduce((sum, part) => sum + part.length, 4)
  return concatBytes([text.encode(type), int32(length), ...body])
}

const int32 = (value: number): Uint8Array => {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setInt32(0, value)
  return bytes
}

const idle = message("Z", text.encode("I"))

/** The server's whole answer to a startup packet: authenticated, reachable for cancellation as `processId`, ready. */
export const welcome = (processId: number): Uint8Array =>
  concatBytes([message("R", int32(0)), message("K", int32(processId), int32(0)), idle])

/** The answer to a statement that was cancelled before it ran. */
export const cancelled: Uint8Array = concatBytes([
  message("E", text.encode("SERROR\0VERROR\0C57014\0Mcanceling statement due to user request\0\0")),
  idle,
])

export const rollback: Uint8Array = message("Q", text.encode("ROLLBACK\0"))

export const closeStatements = (names: Iterable<string>): Uint8Array =>
  concatBytes([...Array.from(names, (name) => message("C", text.encode(`S${name}\0`))), message("S")])
