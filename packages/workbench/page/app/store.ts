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
      const [, show] = useState(value)
      useEffect(() => {
        const listener = () => show(() => value)
        listeners.add(listener)
        listener()
        return () => void listeners.delete(listener)
        // one component may come to use another store, as of another price list
      }, [listeners])
      return value
    },
  }
}
