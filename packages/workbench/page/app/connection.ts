import { useEffect, useState } from "preact/hooks"

let isLost = false
const listeners = new Set<() => void>()
const set = (value: boolean) => {
  if (isLost === value) return
  isLost = value
  for (const listener of listeners) listener()
}

/** A caller asked and was not answered. */
export const lost = (): void => set(true)
/** A caller was answered. */
export const reached = (): void => set(false)

export const useConnection = (): boolean => {
  const [state, setState] = useState(isLost)
  useEffect(() => {
    const listener = () => setState(isLost)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
  return !state
}
