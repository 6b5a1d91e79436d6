const { scheduler } = globalThis as { readonly scheduler?: { readonly yield?: () => Promise<void> } }

/** Lets the browser see to what waits, such as a key that was pressed, before long work goes on. */
export const nextTurn = (): Promise<void> =>
  scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))
