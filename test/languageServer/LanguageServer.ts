import { spawn } from "node:child_process"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

const root = join(import.meta.dirname, "../..")

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly items?: ReadonlyArray<unknown> }
  readonly result?: { readonly contents?: { readonly value?: string } } | null
}

/** TypeScript's language server over the repository, as an editor asks it; `hover` gives what is shown at the end of a text in a file. */
export class LanguageServer {
  readonly #server = spawn(join(root, "node_modules/.bin/tsc"), ["--lsp", "--stdio"], { cwd: root })
  readonly #waiting = new Map<number, (message: Message) => void>()
  #received = Buffer.alloc(0)
  #asked = 0

  constructor() {
    this.#server.stdout.on("data", (bytes: Buffer) => {
      this.#received = Buffer.concat([this.#received, bytes])
      for (let message = this.#next(); message !== undefined; message = this.#next()) this.#take(message)
    })
  }

  async open(path: string, text: string): Promise<(place: string) => Promise<string>> {
    await this.#ask("initialize", {
      processId: process.pid,
      rootUri: pathToFileURL(root).href,
      capabilities: { textDocument: { hover: { contentFormat: ["markdown"] } } },
    })
    this.#send({ method: "initialized", params: {} })
    const uri = pathToFileURL(join(root, path)).href
    const textDocument = { uri, languageId: "typescript", version: 1, text }
    this.#send({ method: "textDocument/didOpen", params: { textDocument } })
    const lines = text.split("\n")
    return async (place) => {
      const line = lines.findIndex((each) => each.includes(place))
      const position = { line, character: lines[line]!.indexOf(place) + place.length - 1 }
      const { result } = await this.#ask("textDocument/hover", { textDocument: { uri }, position })
      return result?.contents?.value ?? ""
    }
  }

  close(): void {
    this.#server.kill()
  }

  #next(): Message | undefined {
    const start = this.#received.indexOf("\r\n\r\n") + 4
    const [, length] = /Content-Length: (\d+)/i.exec(this.#received.subarray(0, start).toString()) ?? []
    if (length === undefined || this.#received.length < start + Number(length)) return undefined
    const text = this.#received.subarray(start, start + Number(length)).toString()
    this.#received = this.#received.subarray(start + Number(length))
    return JSON.parse(text)
  }

  #take(message: Message): void {
    const { id, method, params } = message
    if (id === undefined) return
    // it asks for settings, of which there are none
    if (method !== undefined) this.#send({ id, result: params?.items?.map(() => null) ?? null })
    else this.#waiting.get(id)?.(message)
  }

  #ask(method: string, params: object): Promise<Message> {
    const id = ++this.#asked
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#send({ id, method, params })
    })
  }

  #send(message: object): void {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message })
    this.#server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }
}
