const SYNC = 0x53
const QUERY = 0x51
const PARSE = 0x50
const CLOSE = 0x43
const STATEMENT = 0x53

/**
 * The length of the first cycle in a client's bytes: all messages up to and including the first Sync or Query,
 * which the server answers with exactly one ReadyForQuery. 0 while it is not complete.
 */
export const cycleLength = (bytes: Uint8Array): number => {
  for (const { type, end } of messages(bytes)) if (type === SYNC || type === QUERY) return end
  return 0
}

/** Records which named statements exist after the cycle; names are the client's, unique per connection. */
export const trackStatements = (cycle: Uint8Array, names: Set<string>): void => {
  for (const { type, start } of messages(cycle)) {
    if (type === PARSE) {
      const name = cString(cycle, start + 5)
      if (name !== "") names.add(name)
    } else if (type === CLOSE && cycle[start + 5] === STATEMENT) {
      names.delete(cString(cycle, start + 6))
    }
  }
}

function* messages(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let start = 0; start + 5 <= bytes.length; ) {
    const end = start + 1 + view.getInt32(start + 1)
    if (end > bytes.length) return
    yield { type: bytes[start], start, end }
    start = end
  }
}

const cString = (bytes: Uint8Array, start: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, bytes.indexOf(0, start) - start).toString()
