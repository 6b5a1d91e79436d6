/** One server-sent event. */
export interface ServerSentEvent {
  readonly id: string
  readonly data: string
}

const field = (block: string, name: string): string =>
  block
    .split("\n")
    .filter((line) => line.startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1).replace(/^ /, ""))
    .join("\n")

/** The events of a `text/event-stream` as they come in; one without data for what is none, such as a comment. */
export const readEvents = async function* (
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ""
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true }).replaceAll("\r", "")
      const blocks = text.split("\n\n")
      text = blocks.pop()!
      for (const block of blocks) yield { id: field(block, "id"), data: field(block, "data") }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
