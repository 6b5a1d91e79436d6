import { type Caller, HangtagError } from "@hangtag/client"
import { useEffect, useRef } from "preact/hooks"
import { pathOf, timesOpened, useAddress } from "../app/address.ts"
import { api } from "../app/api.ts"
import { CallerContext, maySee } from "../app/caller.ts"
import { useConnection } from "../app/connection.ts"
import { focusView } from "../app/focusView.ts"
import { sessionGoesOn, useSession } from "../app/session.ts"
import { askAgain, useAsk } from "../app/useAsk.ts"
import { Failure, Waiting } from "../parts/States.tsx"
import { Guard } from "./Guard.tsx"
import { Notices } from "./Notices.tsx"
import { Side } from "./Side.tsx"
import { SignIn, SignInAgain } from "./SignIn.tsx"
import { views } from "./views.ts"

/** Who calls, or why the server does not say. */
const askCaller = async (signal: AbortSignal): Promise<Caller | HangtagError> => {
  try {
    const caller = await api.getCaller({}, { signal })
    if (sessionGoesOn()) askAgain()
    return caller
  } catch (error) {
    if (error instanceof HangtagError && (error.status === 401 || error.status === 403)) return error
    throw error
  }
}

/** The whole: who calls, the navigation of what they may see, and the view that the address names. */
export const Page = () => {
  const { signIns, signOuts, hasEnded } = useSession()
  return (
    <>
      <Signed key={signOuts} signIns={signIns} hasEnded={hasEnded} />
      <Notices />
    </>
  )
}

/** A session that ends leaves what is on the page there: signing in again goes on with it. */
const Signed = ({ signIns, hasEnded }: { readonly signIns: number; readonly hasEnded: boolean }) => {
  const answer = useAsk(`caller ${signIns}`, askCaller, { fresh: false })
  const isConnected = useConnection()
  const last = useRef<Caller | undefined>(undefined)
  const refusal = answer.data instanceof HangtagError ? answer.data : undefined
  if (answer.data !== undefined && refusal === undefined) last.current = answer.data as Caller
  const caller = last.current
  if (caller !== undefined)
    return (
      <>
        <Shell
          caller={caller}
          key={JSON.stringify([caller.organization, caller.subject])}
          isConnected={isConnected}
        />
        {(hasEnded || refusal !== undefined) && <SignInAgain refusal={refusal} />}
      </>
    )
  if (refusal !== undefined) return <SignIn refusal={refusal} />
  return (
    <main class="main">
      {answer.error !== undefined ? (
        <Failure error={answer.error} again={answer.again} />
      ) : isConnected ? (
        <Waiting />
      ) : (
        <Offline />
      )}
    </main>
  )
}

const Offline = () => (
  <p class="offline" role="status">
    The server cannot be reached. What you see is as of before; it is tried again every two seconds.
  </p>
)

const Shell = ({ caller, isConnected }: { readonly caller: Caller; readonly isConnected: boolean }) => {
  const { view: name } = useAddress()
  const seen = views.filter(({ name }) => maySee(caller, name))
  const view = seen.find((each) => each.name === name)
  const times = timesOpened()

  useEffect(() => {
    document.title = view === undefined ? "Hangtag" : `${view.title} · Hangtag`
  }, [view])
  useEffect(() => {
    if (times > 0) focusView()
  }, [times])

  return (
    <CallerContext.Provider value={caller}>
      <div class="shell">
        <a class="skip" href="#main">
          To the content
        </a>
        <Side caller={caller} views={seen} current={name} />
        <main class="main" id="main" tabIndex={-1}>
          {!isConnected && <Offline />}
          {view === undefined ? (
            <div class="state">
              <h1>There is nothing here for you</h1>
              <p>
                The address names no view that you may see.
                {seen[0] !== undefined && (
                  <>
                    {" "}
                    <a href={pathOf(seen[0].name)}>{seen[0].title}</a> is one that you may.
                  </>
                )}
              </p>
            </div>
          ) : (
            <Guard of={`${name} ${times}`}>
              <view.View />
            </Guard>
          )}
        </main>
      </div>
    </CallerContext.Provider>
  )
}
