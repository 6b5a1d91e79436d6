import type { RefObject } from "preact"
import { useEffect, useRef } from "preact/hooks"

interface ClipboardOf {
  /** What is copied; undefined: nothing of the table's. */
  readonly copied: () => string | undefined
  /** Whether it was for the table. */
  readonly pasted: (text: string) => boolean
}

/**
 * Copies and pastes for a table that has the focus. Heard of at the document: browsers send both to where text was selected last,
 * which is in a cell after one has typed, and nowhere before.
 */
export const useClipboard = (box: RefObject<HTMLElement | null>, of: ClipboardOf): void => {
  const latest = useRef(of)
  latest.current = of
  useEffect(() => {
    const hasFocus = () => box.current !== null && document.activeElement === box.current
    const copy = (event: ClipboardEvent) => {
      const text = hasFocus() ? latest.current.copied() : undefined
      if (text === undefined) return
      event.clipboardData?.setData("text/plain", text)
      event.preventDefault()
    }
    const paste = (event: ClipboardEvent) => {
      // also while one types in a cell: a block goes into those beside it
      if (
        box.current?.contains(document.activeElement) &&
        latest.current.pasted(event.clipboardData?.getData("text/plain") ?? "")
      )
        event.preventDefault()
    }
    document.addEventListener("copy", copy)
    document.addEventListener("paste", paste)
    return () => {
      document.removeEventListener("copy", copy)
      document.removeEventListener("paste", paste)
    }
  }, [box])
}
