import type { FunctionComponent } from "preact"
import { useEffect, useState } from "preact/hooks"
import { Waiting } from "../parts/States.tsx"

/** A view whose code is read when it is opened first. */
export const lazily = (load: () => Promise<FunctionComponent>): FunctionComponent => {
  let View: FunctionComponent | undefined
  return () => {
    const [error, setError] = useState<Error>()
    const [, redraw] = useState(0)
    useEffect(() => {
      if (View !== undefined) return
      load().then((loaded) => {
        View = loaded
        redraw((count) => count + 1)
      }, setError)
    }, [])
    // for the guard around views
    if (error !== undefined) throw error
    return View === undefined ? <Waiting /> : <View />
  }
}
