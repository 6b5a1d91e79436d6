import { store } from "./store.ts"

/** A sentence at the page's edge, with one thing that can be done about it. */
export interface Notice {
  readonly id: number
  readonly text: string
  readonly tone: "plain" | "failure"
  readonly action?: { readonly label: string; readonly run: () => void }
  readonly end?: () => void
}

const notices = store<ReadonlyArray<Notice>>([])
let count = 0

export const dismiss = (id: number): void => {
  const gone = notices.get().find((notice) => notice.id === id)
  notices.set(notices.get().filter((notice) => notice !== gone))
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
  const kept = notices.get().filter(({ tone, end }) => tone === "failure" || end !== undefined)
  notices.set([...kept.slice(-2), { ...notice, id }])
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

export const useNotices = notices.use
