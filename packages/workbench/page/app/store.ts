import { useEffect, useState } from "preact/hooks"

/** A value that any part of the page may set, and hear of. */
export const store = <A>(initial: A) => {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next: A) => {
      value = next
      for (const listener of listeners) listener()
    },
    use: (): A => {
      const [state, setState] = useState(value)
      useEffect(() => {
        const listener = () => setState(() => value)
        listeners.add(listener)
        listener()
        return () => void listeners.delete(listener)
      }, [])
      return state
    },
  }
}
