/** Wire messages as a client and a server would write them. */

const frame = (type: string, body: Uint8Array): Buffer => {
  const header = Buffer.alloc(5)
  header.write(type, 0)
  header.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}

const strings = (...texts: ReadonlyArray<string>) => Buffer.from(texts.map((text) => `${text}\0`).join(""))

export const query = (sql: string): Buffer => frame("Q", strings(sql))
export const parse = (name: string, sql: string): Buffer =>
  frame("P", Buffer.concat([strings(name, sql), Buffer.alloc(2)]))
export const close = (name: string): Buffer => frame("C", strings(`S${name}`))
export const sync: Buffer = frame("S", Buffer.alloc(0))

export const ready = (status: "I" | "T" | "E"): Buffer => frame("Z", Buffer.from(status))
export const complete = (tag: string): Buffer => frame("C", strings(tag))
export const notification = (channel: string, payload: string): Buffer =>
  frame("A", Buffer.concat([Buffer.alloc(4), strings(channel, payload)]))
export const row = (size: number): Buffer => frame("D", Buffer.alloc(size))

/** The types of the messages in `bytes`, in order. */
export const types = (bytes: Uint8Array): string => {
  const buffer = Buffer.from(bytes)
  let all = ""
  for (let at = 0; at < buffer.length; at += 1 + buffer.readInt32BE(at + 1))
    all += String.fromCharCode(buffer[at]!)
  return all
}
