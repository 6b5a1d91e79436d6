import { store } from "./store.ts"

const isLost = store(false)

/** A caller asked and was not answered. */
export const lost = (): void => isLost.set(true)
/** A caller was answered. */
export const reached = (): void => isLost.set(false)

export const useConnection = (): boolean => !isLost.use()
