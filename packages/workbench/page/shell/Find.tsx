import { useEffect, useRef, useState } from "preact/hooks"
import { open } from "../app/address.ts"
import { focusView } from "../app/focusView.ts"
import { isShortcut, shortcutKeys, shortcutText } from "../app/shortcut.ts"
import { Button } from "../parts/Button.tsx"
import type { Seen } from "./findPlaces.ts"
import { Guard } from "./Guard.tsx"
import { lazily } from "./lazily.tsx"

const Palette = lazily(async () => (await import("./Palette.tsx")).Palette)

/** Opens the palette, by a button or Ctrl+K, and gives the focus back when it is closed. */
export const Find = ({ views }: { readonly views: ReadonlyArray<Seen> }) => {
  const [isOpen, setOpen] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event, "k")) return
      event.preventDefault()
      if (document.querySelector("dialog[open]") === null) setOpen(true)
    }
    addEventListener("keydown", onKeyDown)
    return () => removeEventListener("keydown", onKeyDown)
  }, [])
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
  }, [isOpen])
  const close = () => dialog.current?.close()
  return (
    <>
      <Button class="small find" aria-keyshortcuts={shortcutKeys("K")} onClick={() => setOpen(true)}>
        Find <kbd>{shortcutText("K")}</kbd>
      </Button>
      {isOpen && (
        <dialog
          class="over palette"
          ref={dialog}
          aria-label="Find and go there"
          // what lies around it closes it
          onClick={(event) => event.target === event.currentTarget && close()}
          onClose={() => {
            setOpen(false)
            // the cell or field that had it may be gone
            if (document.activeElement === document.body) focusView()
          }}
        >
          <div>
            <Guard of="palette">
              <Palette
                views={views}
                onChoose={(path) => {
                  close()
                  open(path)
                }}
              />
            </Guard>
            <p class="actions">
              <Button class="quiet small" onClick={close}>
                Close
              </Button>
            </p>
          </div>
        </dialog>
      )}
    </>
  )
}
