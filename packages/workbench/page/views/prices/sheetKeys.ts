type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">

/** What keys do in a table of prices. */
export interface SheetActs {
  /** Whether the cell that keys are about takes a new amount. */
  readonly isCell: boolean
  readonly mayWrite: boolean
  /** Moves what is chosen, where the key leads somewhere. */
  readonly move: (() => void) | undefined
  readonly chooseColumn: () => void
  readonly chooseCell: () => void
  /** Types into the cell; without a text, what is there. */
  readonly begin: (text?: string) => void
  /** Says where amounts are typed. */
  readonly refuse: () => void
  readonly openSizes: () => void
  readonly empty: () => void
  readonly fillDown: () => void
  readonly undo: () => void
  readonly redo: () => void
}

/** What a key does while no cell is typed into; undefined: nothing of the table's. */
export const actOf = ({ key, ctrlKey, metaKey, altKey, shiftKey }: Key, acts: SheetActs) => {
  const isControl = ctrlKey || metaKey
  if (acts.move !== undefined) return acts.move
  if (isControl) {
    const found = {
      a: acts.chooseColumn,
      ...(acts.mayWrite && {
        d: acts.fillDown,
        z: shiftKey ? acts.redo : acts.undo,
        Z: acts.redo,
        y: acts.redo,
      }),
    }
    return found[key as keyof typeof found]
  }
  const found: Readonly<Record<string, () => void>> = {
    Enter: acts.isCell ? () => acts.begin() : acts.openSizes,
    F2: () => acts.begin(),
    Escape: acts.chooseCell,
    Delete: acts.empty,
    Backspace: acts.empty,
  }
  if (found[key] !== undefined) return found[key]
  const isTyped = !altKey && acts.mayWrite && key.length === 1 && /[\p{L}\d.,+\-\p{Sc}]/u.test(key)
  if (!isTyped) return undefined
  return acts.isCell ? () => acts.begin(key) : acts.refuse
}
