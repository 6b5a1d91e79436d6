import { useEffect, useState } from "preact/hooks"

/** A sentence at the page's edge, with one thing that can be done about it. */
export interface Notice {
  readonly id: number
  readonly text: string
  readonly tone: "plain" | "failure"
  readonly action?: { readonly label: string; readonly run: () => void }
  readonly end?: () => void
}

let notices: ReadonlyArray<Notice> = []
let count = 0
const listeners = new Set<() => void>()
const set = (next: ReadonlyArray<Notice>) => {
  notices = next
  for (const listener of listeners) listener()
}

export const dismiss = (id: number): void => {
  const gone = notices.find((notice) => notice.id === id)
  set(notices.filter((notice) => notice.id !== id))
  gone?.end?.()
}

/** None goes away under a person who is at it, by pointer or focus. */
const dismissAfter = (id: number, millis: number): void =>
  void setTimeout(() => {
    if (document.querySelector(".notices:is(:hover, :focus-within)") === null) dismiss(id)
    else dismissAfter(id, 1_000)
  }, millis)

const show = (notice: Omit<Notice, "id">, millis: number): number => {
  const id = ++count
  // what was said before is over, but for what went wrong and what can still be undone
  const kept = notices.filter(({ tone, end }) => tone === "failure" || end !== undefined)
  set([...kept.slice(-2), { ...notice, id }])
  // what there is no room for cannot be undone any more
  for (const { end } of kept.slice(0, -2)) end?.()
  dismissAfter(id, millis)
  return id
}

export const tell = (text: string, action?: Notice["action"]): void =>
  void show({ text, tone: "plain", ...(action && { action }) }, 8_000)

export const tellFailure = (text: string): void => void show({ text, tone: "failure" }, 10_000)

/** Does something that cannot be taken back once there was time to: after some seconds, or as the page is left. */
export const doSoon = (text: string, work: () => void): void => {
  let isUndone = false
  const end = () => {
    if (!isUndone) work()
    isUndone = true
    removeEventListener("pagehide", end)
  }
  addEventListener("pagehide", end)
  const id = show(
    {
      text,
      tone: "plain",
      end,
      action: {
        label: "Undo",
        run: () => {
          isUndone = true
          dismiss(id)
        },
      },
    },
    6_000,
  )
}

export const useNotices = (): ReadonlyArray<Notice> => {
  const [shown, setShown] = useState(notices)
  useEffect(() => {
    const listener = () => setShown(notices)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
  return shown
}
