import type { FunctionComponent } from "preact"
import { useEffect, useState } from "preact/hooks"
import { Waiting } from "../parts/States.tsx"

/** A view whose code is read when it is opened first. */
export const lazily = <Props extends object = object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> => {
  let View: FunctionComponent<Props> | undefined
  return (props) => {
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
    return View === undefined ? <Waiting /> : <View {...props} />
  }
}
