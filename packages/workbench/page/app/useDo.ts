import { useRef, useState } from "preact/hooks"
import { tellFailure } from "./notices.ts"
import { hasNoSession, isLost } from "./useAsk.ts"

/** Something that is done at a press. */
export interface Doing<Args extends ReadonlyArray<unknown>, A> {
  readonly run: (...args: Args) => Promise<A | undefined>
  readonly isBusy: boolean
  readonly error: Error | undefined
  readonly clear: () => void
}

/**
 * Does something once at a time. It is given a key for `Idempotency-Key` that stays the same until it has been answered, so
 * that pressing again after a lost answer does nothing twice.
 */
export const useDo = <Args extends ReadonlyArray<unknown>, A>(
  work: (idempotencyKey: string, ...args: Args) => Promise<A>,
  onFailure: (error: Error) => void = () => {},
): Doing<Args, A> => {
  const [state, setState] = useState<{ isBusy: boolean; error?: Error }>({ isBusy: false })
  const key = useRef<string | undefined>(undefined)
  const said = useRef("")
  const run = async (...args: Args): Promise<A | undefined> => {
    if (state.isBusy) return undefined
    const words = JSON.stringify(args)
    if (said.current !== words) key.current = undefined
    said.current = words
    key.current ??= crypto.randomUUID()
    setState({ isBusy: true })
    // the browser asks before the page is left: the answer would not be seen
    const leave = (event: Event) => event.preventDefault()
    addEventListener("beforeunload", leave)
    try {
      const done = await work(key.current, ...args)
      key.current = undefined
      setState({ isBusy: false })
      return done
    } catch (error) {
      if (isLost(error)) {
        tellFailure("The server did not answer. Nothing is done twice: try again.")
        setState({ isBusy: false })
      } else if (hasNoSession(error)) {
        tellFailure("Your session has ended and nothing was done: sign in, then try again.")
        setState({ isBusy: false })
      } else {
        key.current = undefined
        onFailure(error as Error)
        setState({ isBusy: false, error: error as Error })
      }
      return undefined
    } finally {
      removeEventListener("beforeunload", leave)
    }
  }
  return {
    run,
    isBusy: state.isBusy,
    error: state.error,
    clear: () => setState(({ isBusy }) => ({ isBusy })),
  }
}
