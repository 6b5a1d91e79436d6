import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { Effect } from "effect"

const names = ["chromium", "chromium-browser", "google-chrome", "chrome"]

/** A Chromium of this machine, `undefined` where there is none. */
export const browserPath: string | undefined = (process.env.PATH ?? "")
  .split(delimiter)
  .flatMap((folder) => names.map((name) => join(folder, name)))
  .find((file) => existsSync(file))

interface Message {
  readonly id?: number
  readonly method?: string
  readonly result?: unknown
  readonly params?: {
    readonly request?: { readonly url: string }
    readonly entry?: { readonly text: string }
    readonly exceptionDetails?: { readonly text: string }
  }
}

/** Resolves with the page's text once it has `text`. */
const textWith = (text: string) => `new Promise((resolve) => {
  const look = () => document.body?.innerText.includes(${JSON.stringify(text)}) && resolve(document.body.innerText)
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
  look()
})`

const debuggerUrl = (child: ReturnType<typeof spawn>) =>
  new Promise<string>((resolve, reject) => {
    let log = ""
    child.stderr!.on("data", (chunk) => {
      log += chunk
      const url = /ws:\/\/\S+/.exec(log)?.[0]
      if (url !== undefined) resolve(url)
    })
    child.once("exit", () => reject(new Error(`The browser did not start: ${log}`)))
  })

/** Opens the page in a browser that can reach this machine only, and tells what it asked for and complained of. */
export const visit = (url: string, text: string) =>
  Effect.gen(function* () {
    const profile = mkdtempSync(join(tmpdir(), "hangtag-browser-"))
    const child = yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn(
          browserPath!,
          [
            ...["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"],
            ...[`--user-data-dir=${profile}`, "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"],
            "about:blank",
          ],
          { stdio: ["ignore", "ignore", "pipe"] },
        ),
      ),
      (child) =>
        Effect.callback<void>((resume) => {
          child.once("exit", () => resume(Effect.void))
          child.kill("SIGKILL")
        }).pipe(Effect.andThen(Effect.sync(() => rmSync(profile, { recursive: true, force: true })))),
    )
    return yield* Effect.promise(async () => {
      const { port } = new URL(await debuggerUrl(child))
      const tabs = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as ReadonlyArray<{
        readonly type: string
        readonly webSocketDebuggerUrl: string
      }>
      const socket = new WebSocket(tabs.find(({ type }) => type === "page")!.webSocketDebuggerUrl)
      const [requests, complaints] = [[] as Array<string>, [] as Array<string>]
      const waiting = new Map<number, (result: unknown) => void>()
      socket.onmessage = ({ data }) => {
        const { id, method, params, result } = JSON.parse(String(data)) as Message
        if (id !== undefined) waiting.get(id)?.(result)
        if (method === "Network.requestWillBeSent") requests.push(params!.request!.url)
        if (method === "Log.entryAdded") complaints.push(params!.entry!.text)
        if (method === "Runtime.exceptionThrown") complaints.push(params!.exceptionDetails!.text)
      }
      await new Promise((resolve) => socket.addEventListener("open", resolve))
      const call = (method: string, params = {}) =>
        new Promise<unknown>((resolve) => {
          const id = waiting.size + 1
          waiting.set(id, resolve)
          socket.send(JSON.stringify({ id, method, params }))
        })
      for (const domain of ["Network", "Runtime", "Log", "Page"]) await call(`${domain}.enable`)
      await call("Page.navigate", { url })
      await call("Runtime.evaluate", { expression: textWith(text), awaitPromise: true })
      return { requests, complaints }
    })
  })
