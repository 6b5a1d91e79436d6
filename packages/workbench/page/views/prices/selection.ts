/** A cell by its row and column. */
export interface Place {
  readonly row: number
  readonly column: number
}

/** What is chosen: the cells between two, of which the second is the one that keys are about. */
export interface Selection {
  readonly anchor: Place
  readonly at: Place
}

interface Size {
  readonly rows: number
  readonly columns: number
  /** Rows that a screen has. */
  readonly page: number
}

const steps: Readonly<Record<string, (place: Place, size: Size) => Place>> = {
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  PageUp: ({ row, column }, { page }) => ({ row: row - page, column }),
  PageDown: ({ row, column }, { page }) => ({ row: row + page, column }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }, { columns }) => ({ row, column: columns - 1 }),
}

const farSteps: typeof steps = {
  ArrowUp: ({ column }) => ({ row: 0, column }),
  ArrowDown: ({ column }, { rows }) => ({ row: rows - 1, column }),
  ArrowLeft: ({ row }) => ({ row, column: 0 }),
  ArrowRight: ({ row }, { columns }) => ({ row, column: columns - 1 }),
  Home: () => ({ row: 0, column: 0 }),
  End: (_, { rows, columns }) => ({ row: rows - 1, column: columns - 1 }),
}

const within = ({ row, column }: Place, { rows, columns }: Size): Place => ({
  row: Math.max(0, Math.min(rows - 1, row)),
  column: Math.max(0, Math.min(columns - 1, column)),
})

/** Where a key leads, as in a sheet; undefined of one that leads nowhere. */
export const moved = (
  { anchor, at }: Selection,
  { key, shiftKey, ctrlKey, metaKey }: Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey">,
  size: Size,
): Selection | undefined => {
  const step = (ctrlKey || metaKey ? farSteps : steps)[key]
  if (step === undefined) return undefined
  const next = within(step(at, size), size)
  return { anchor: shiftKey ? anchor : next, at: next }
}

/** The rows and columns that are chosen, from the first to the last. */
export const chosen = ({ anchor, at }: Selection) => ({
  rows: [Math.min(anchor.row, at.row), Math.max(anchor.row, at.row)] as const,
  columns: [Math.min(anchor.column, at.column), Math.max(anchor.column, at.column)] as const,
})

export const isChosen = (selection: Selection, { row, column }: Place): boolean => {
  const { rows, columns } = chosen(selection)
  return row >= rows[0] && row <= rows[1] && column >= columns[0] && column <= columns[1]
}
