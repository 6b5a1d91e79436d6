import { useMemo, useRef } from "preact/hooks"
import { useKept } from "../../app/useKept.ts"
import { draftOf, draftText, type Edit, type Edits, type KeptDraft, withEdits } from "./edits.ts"

const mostSteps = 200

/** New amounts that wait beside the table, kept in this tab over reloads, with steps back and forth. */
export interface Draft extends KeptDraft {
  readonly edit: (changes: ReadonlyArray<Edit>) => void
  readonly undo: () => void
  readonly redo: () => void
  readonly say: (said: Partial<Omit<KeptDraft, "edits">>) => void
  /** Takes out what was generated, or all. */
  readonly without: (isGone: (edit: Edit) => boolean) => void
}

export const useDraft = (priceList: string): Draft => {
  const [text, setText] = useKept(`prices.${priceList}`)
  const kept = useMemo(() => draftOf(text), [text])
  const state = useRef(kept)
  state.current = kept
  const steps = useRef<{ back: Array<Edits>; forth: Array<Edits> }>({ back: [], forth: [] })
  const keep = (next: Partial<KeptDraft>) => {
    state.current = { ...state.current, ...next }
    setText(draftText(state.current))
  }
  const step = (from: Array<Edits>, to: Array<Edits>) => {
    const edits = from.pop()
    if (edits === undefined) return
    to.push(state.current.edits)
    keep({ edits })
  }
  const change = (edits: Edits) => {
    const { back } = steps.current
    back.push(state.current.edits)
    if (back.length > mostSteps) back.shift()
    steps.current.forth = []
    keep({ edits })
  }
  return {
    ...kept,
    edit: (changes) => change(withEdits(state.current.edits, changes)),
    undo: () => step(steps.current.back, steps.current.forth),
    redo: () => step(steps.current.forth, steps.current.back),
    say: keep,
    without: (isGone) => change(new Map([...state.current.edits].filter(([, edit]) => !isGone(edit)))),
  }
}
