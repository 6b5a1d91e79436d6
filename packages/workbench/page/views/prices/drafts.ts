import { store } from "../../app/store.ts"
import { draftOf, draftText, type Edit, type Edits, type KeptDraft, withEdits } from "./edits.ts"

const mostSteps = 200

/** New amounts for one price list of one organization, with steps back and forth. */
export interface DraftStore {
  readonly price_list: string
  readonly now: () => KeptDraft
  readonly edit: (changes: ReadonlyArray<Edit>) => void
  readonly undo: () => void
  readonly redo: () => void
  readonly say: (said: Partial<Omit<KeptDraft, "edits">>) => void
  /** Takes out what was generated, or all. */
  readonly without: (isGone: (edit: Edit) => boolean) => void
  /** As it is, and whenever it changes. */
  readonly use: () => KeptDraft
}

const makeDraft = (price_list: string, kept: string, keep: (text: string) => void): DraftStore => {
  const draft = store(draftOf(kept))
  const [back, forth]: [Array<Edits>, Array<Edits>] = [[], []]
  const say = (next: Partial<KeptDraft>) => {
    const now = { ...draft.get(), ...next }
    keep(draftText(now))
    draft.set(now)
  }
  const step = (from: Array<Edits>, to: Array<Edits>) => {
    const edits = from.pop()
    if (edits === undefined) return
    to.push(draft.get().edits)
    say({ edits })
  }
  const change = (edits: Edits) => {
    back.push(draft.get().edits)
    if (back.length > mostSteps) back.shift()
    forth.length = 0
    say({ edits })
  }
  return {
    price_list,
    now: draft.get,
    use: draft.use,
    edit: (changes) => changes.length > 0 && change(withEdits(draft.get().edits, changes)),
    undo: () => step(back, forth),
    redo: () => step(forth, back),
    say,
    without: (isGone) => change(new Map([...draft.get().edits].filter(([, edit]) => !isGone(edit)))),
  }
}

/** Drafts that are kept in a storage, each with its own name there: what is done to one reaches no other. */
export const draftsIn = (storage: Pick<Storage, "getItem" | "setItem">) => {
  const drafts = new Map<string, DraftStore>()
  return (organization: string, price_list: string): DraftStore => {
    const name = `hangtag.prices.${JSON.stringify([organization, price_list])}`
    const known = drafts.get(name)
    if (known !== undefined) return known
    const draft = makeDraft(price_list, storage.getItem(name) ?? "", (text) => {
      try {
        storage.setItem(name, text)
      } catch {
        // more than the browser keeps is there until the page is left
      }
    })
    drafts.set(name, draft)
    return draft
  }
}
