/** The few PostgreSQL wire messages (protocol 3.0) that are made here rather than by a client or a server. */

const text = new TextEncoder()

const message = (type: string, ...parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const length = parts.reduce((sum, part) => sum + part.length, 4)
  const bytes = new Uint8Array(1 + length)
  bytes[0] = type.charCodeAt(0)
  new DataView(bytes.buffer).setInt32(1, length)
  let offset = 5
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}

const join = (messages: ReadonlyArray<Uint8Array>): Uint8Array => Buffer.concat(messages)

const int32 = (value: number): Uint8Array => {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setInt32(0, value)
  return bytes
}

const idle = message("Z", text.encode("I"))

/** The server's whole answer to a startup packet: authenticated, reachable for cancellation as `processId`, ready. */
export const welcome = (processId: number): Uint8Array =>
  join([message("R", int32(0)), message("K", int32(processId), int32(0)), idle])

/** The answer to a statement that was cancelled before it ran. */
export const cancelled: Uint8Array = join([
  message("E", text.encode("SERROR\0VERROR\0C57014\0Mcanceling statement due to user request\0\0")),
  idle,
])

export const rollback: Uint8Array = message("Q", text.encode("ROLLBACK\0"))

export const closeStatements = (names: Iterable<string>): Uint8Array =>
  join([...Array.from(names, (name) => message("C", text.encode(`S${name}\0`))), message("S")])
