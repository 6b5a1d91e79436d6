import { HangtagError } from "@hangtag/client"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { lost, reached } from "./connection.ts"

/** An answer as it comes: what is known stays while the next is awaited. */
export interface Asked<A> {
  readonly data: A | undefined
  readonly error: Error | undefined
  readonly isLoading: boolean
  /** Asks again. */
  readonly again: () => void
}

interface AskOptions {
  /** Milliseconds that must pass without another question. */
  readonly after?: number
  /** Whether what is known is of no use for the next question: another product, not another line. */
  readonly fresh?: boolean
}

const rounds = new Set<() => void>()

/** Asks everything in sight again: something was done that may have changed any of it. */
export const askAgain = (): void => {
  for (const again of rounds) again()
}

/** Whether no server answered: no refusal, and nothing of the page's own. */
export const isLost = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof HangtagError && error.status === 503)

/** Whether the caller's session has ended. */
export const hasNoSession = (error: unknown): boolean => error instanceof HangtagError && error.status === 401

/**
 * What is answered to a question that `key` names; the last question's answer wins, others are stopped. Null asks nothing.
 * While no server answers it is asked again every two seconds, or as soon as the browser is online again.
 */
export const useAsk = <A>(
  key: string | null,
  ask: (signal: AbortSignal) => Promise<A>,
  { after = 0, fresh = true }: AskOptions = {},
): Asked<A> => {
  const [known, setKnown] = useState<{ key: string | null; data?: A; error?: Error; isLoading: boolean }>({
    key: null,
    isLoading: key !== null,
  })
  const [round, setRound] = useState(0)
  useEffect(() => {
    const again = () => setRound((round) => round + 1)
    rounds.add(again)
    return () => void rounds.delete(again)
  }, [])
  const asking = useRef(ask)
  asking.current = ask

  // not after the frame is painted: the answer comes a frame sooner
  useLayoutEffect(() => {
    if (key === null) return setKnown({ key, isLoading: false })
    const stopped = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    setKnown(
      ({ error: _, ...before }) =>
        ({
          key,
          ...(before.key === key || !fresh ? { data: before.data } : {}),
          isLoading: true,
        }) as typeof known,
    )
    const run = async () => {
      try {
        const data = await asking.current(stopped.signal)
        reached()
        if (!stopped.signal.aborted) setKnown({ key, data, isLoading: false })
      } catch (error) {
        if (stopped.signal.aborted) return
        if (isLost(error)) {
          lost()
          timer = setTimeout(run, 2_000)
        } else if (hasNoSession(error)) {
          // signing in is offered over what is there, and everything is asked again after that
          setKnown((before) => ({ ...before, key, isLoading: true }))
        } else setKnown((before) => ({ ...before, key, error: error as Error, isLoading: false }))
      }
    }
    const soon = () => {
      clearTimeout(timer)
      void run()
    }
    addEventListener("online", soon)
    if (after === 0) void run()
    else timer = setTimeout(run, after)
    return () => {
      stopped.abort()
      clearTimeout(timer)
      removeEventListener("online", soon)
    }
  }, [key, round])

  const isCurrent = known.key === key
  return {
    data: isCurrent || !fresh ? known.data : undefined,
    error: isCurrent ? known.error : undefined,
    isLoading: isCurrent ? known.isLoading : key !== null,
    again: () => setRound((round) => round + 1),
  }
}
