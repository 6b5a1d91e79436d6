import { type Caller, HangtagError } from "@hangtag/client"
import { useEffect } from "preact/hooks"
import { Failure, Waiting } from "../parts/States.tsx"
import { pathOf, timesOpened, useAddress } from "./address.ts"
import { api } from "./api.ts"
import { CallerContext, maySee } from "./caller.ts"
import { useConnection } from "./connection.ts"
import { focusView } from "./focusView.ts"
import { Guard } from "./Guard.tsx"
import { Notices } from "./Notices.tsx"
import { Side } from "./Side.tsx"
import { SignIn } from "./SignIn.tsx"
import { useSignIns } from "./session.ts"
import { useAsk } from "./useAsk.ts"
import { views } from "./views.ts"

/** The whole: who calls, the navigation of what they may see, and the view that the address names. */
export const Page = () => {
  const signIns = useSignIns()
  const caller = useAsk(`caller ${signIns}`, (signal) => api.getCaller({}, { signal }))
  const isConnected = useConnection()
  const refusal = caller.error instanceof HangtagError ? caller.error : undefined
  return (
    <>
      {caller.data !== undefined && <Shell caller={caller.data} key={signIns} isConnected={isConnected} />}
      {refusal !== undefined && (refusal.status === 401 || refusal.status === 403) && (
        <SignIn refusal={refusal} />
      )}
      {caller.error !== undefined && refusal?.status !== 401 && refusal?.status !== 403 && (
        <main class="main">
          <Failure error={caller.error} again={caller.again} />
        </main>
      )}
      {caller.isLoading && caller.data === undefined && (
        <main class="main">{isConnected ? <Waiting /> : <Offline />}</main>
      )}
      <Notices />
    </>
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
