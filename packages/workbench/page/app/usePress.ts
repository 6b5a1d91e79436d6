import { useEffect, useState } from "preact/hooks"

interface PressOf {
  /** Whether what it is about is still looked at. */
  readonly isLoading: boolean
  /** Whether it can be done, once that is there. */
  readonly isReady: boolean
}

/** A press that is never lost: while what it is about is still looked at it waits for that, and is then done if it can be. */
export const usePress = (
  { isLoading, isReady }: PressOf,
  work: () => Promise<void>,
): { readonly isPressed: boolean; readonly press: () => void } => {
  const [isPressed, setPressed] = useState(false)
  useEffect(() => {
    if (!isPressed || isLoading) return
    setPressed(false)
    if (isReady) void work()
  }, [isPressed, isLoading])
  return { isPressed, press: () => setPressed(true) }
}
