import type { ComponentChildren } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { nextTurn } from "../app/nextTurn.ts"
import { isShortcut, shortcutKeys, shortcutText } from "../app/shortcut.ts"

interface MainActProps {
  readonly isBusy: boolean
  /** Whether it cannot be done; why stands in the element that `why` names. */
  readonly isOff?: boolean
  readonly why?: string
  readonly onPress: () => void
  readonly children: ComponentChildren
}

/** What has an Enter of its own. */
const owners = "a, button, summary, dialog"

const dialogOf = (button: Element | null) => button?.closest("dialog")

/** What a view is there to do: its one button of this kind, pressed by Ctrl+Enter from any of its fields too. */
export const MainAct = ({ isBusy, isOff, why, onPress, children }: MainActProps) => {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const onKeyDown = async (event: KeyboardEvent) => {
      const target = event.target as Element
      const owner = target.closest(owners)
      const isOwn = owner === null || owner === button.current || owner === dialogOf(button.current)
      if (!isShortcut(event, "Enter") || !isOwn) return
      event.preventDefault()
      // as by a press: the field that is left says what was typed, and the reason beside the button is read out
      button.current?.focus()
      // in a sheet these keys fill cells: pressed once too often they lead here, and do nothing yet
      if (target.closest("[role=grid]") !== null) return
      await nextTurn()
      button.current?.click()
    }
    addEventListener("keydown", onKeyDown)
    return () => removeEventListener("keydown", onKeyDown)
  }, [])
  return (
    <button
      ref={button}
      class="button primary"
      type="button"
      title={shortcutText("Enter")}
      aria-keyshortcuts={shortcutKeys("Enter")}
      aria-busy={isBusy}
      aria-disabled={isOff}
      aria-describedby={why}
      onClick={() => !isOff && !isBusy && onPress()}
    >
      {children}
    </button>
  )
}
