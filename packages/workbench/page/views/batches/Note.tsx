import type { PriceBatch } from "@hangtag/client"
import { useEffect, useRef, useState } from "preact/hooks"
import { api } from "../../app/api.ts"
import { useCaller, useMay } from "../../app/caller.ts"
import { isShortcut } from "../../app/shortcut.ts"
import { useDo } from "../../app/useDo.ts"
import { useKept } from "../../app/useKept.ts"
import { isolated } from "../../format/isolated.ts"
import { messageOf } from "../../format/messageOf.ts"
import { showMoment } from "../../format/time.ts"
import { Button } from "../../parts/Button.tsx"
import { AreaField } from "../../parts/Field.tsx"

interface NoteProps {
  readonly batch: PriceBatch
  readonly onNoted: () => void
}

/** What people say of a batch to each other, whatever its status. */
export const Note = ({ batch: { key, note, noted_at, noted_by }, onNoted }: NoteProps) => {
  const mayWrite = useMay("price:write")
  // what is typed stays while another view is looked at, and where another person has noted something
  const [kept, keep] = useKept(JSON.stringify(["note", useCaller().organization, key]))
  const text: string = kept === "" ? (note ?? "") : JSON.parse(kept)
  const [isOpen, setOpen] = useState(false)
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isOpen) frame.current?.querySelector("textarea")?.focus()
  }, [isOpen])
  const isNew = text.trim() !== (note ?? "").trim()
  useEffect(() => {
    if (!isNew) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener("beforeunload", ask)
    return () => removeEventListener("beforeunload", ask)
  }, [isNew])
  const isKept = text !== (note ?? "")
  useEffect(() => {
    if (!isKept) keep("")
  }, [isKept])
  const save = useDo((_key, text: string) => api.notePriceBatch({ batch_key: key, note: text }))
  if (!mayWrite && note === null) return null
  if (note === null && !isOpen && kept === "")
    return (
      <p class="addnote">
        <Button class="small" onClick={() => setOpen(true)}>
          Add a note
        </Button>
      </p>
    )
  const by = noted_at === null ? "" : `${isolated(noted_by ?? "")}, ${showMoment(noted_at)}`
  const press = async () => {
    if (!isNew || (await save.run(text)) === undefined) return
    // as the server has it
    keep(JSON.stringify(text.trim() && text))
    onNoted()
  }
  return (
    <section
      class="panel"
      aria-label="Note"
      ref={frame}
      // before the view's main act takes it: that publishes
      onKeyDown={(event) => {
        if (!isShortcut(event, "Enter")) return
        event.preventDefault()
        void press()
      }}
    >
      <header>
        <h2>Note</h2>
        <p class="muted">{by}</p>
      </header>
      <div class="inside note">
        {mayWrite ? (
          <>
            <AreaField
              label="What its next reader should know"
              rows={2}
              maxLength={2_000}
              value={text}
              fault={save.error && messageOf(save.error)}
              onInput={(event) => keep(JSON.stringify(event.currentTarget.value))}
            />
            <p class="actions">
              <Button isBusy={save.isBusy} aria-disabled={!isNew} onClick={() => void press()}>
                Save the note
              </Button>
            </p>
          </>
        ) : (
          <p>
            <bdi>{note}</bdi>
          </p>
        )}
      </div>
    </section>
  )
}
