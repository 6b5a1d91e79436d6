import { useEffect, useId, useRef, useState } from "preact/hooks"

interface DropFileProps {
  /** The file that was chosen last. */
  readonly name: string | undefined
  readonly onChoose: (file: File) => void
}

/** A file, chosen by a press or dropped: anywhere, since beside its place the browser would leave the page for it. */
export const DropFile = ({ name, onChoose }: DropFileProps) => {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const choose = useRef(onChoose)
  choose.current = onChoose
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return
      event.preventDefault()
      setOver(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0]
      if (file === undefined) return
      event.preventDefault()
      setOver(false)
      choose.current(file)
    }
    addEventListener("dragover", over)
    addEventListener("dragleave", leave)
    addEventListener("drop", drop)
    return () => {
      removeEventListener("dragover", over)
      removeEventListener("dragleave", leave)
      removeEventListener("drop", drop)
    }
  }, [])
  return (
    <div class={`dropfile ${isOver ? "over" : ""}`}>
      <label for={id}>{name === undefined ? "Drop a price sheet here, or choose it" : "Another sheet"}</label>
      <input
        id={id}
        type="file"
        accept=".xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        aria-describedby={`${id}-more`}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (file !== undefined) onChoose(file)
          // the same one again, once it has been mended
          currentTarget.value = ""
        }}
      />
      <p class="hint" id={`${id}-more`}>
        {name === undefined ? "xlsx or csv, at most 20 MiB" : <bdi>{name}</bdi>}
      </p>
    </div>
  )
}
