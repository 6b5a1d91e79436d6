import { store } from "./store.ts"

/** A pasted token and the organization that is meant, for this tab and as long as it is open. */
interface Kept {
  readonly token?: string
  readonly organization?: string
}

const name = "hangtag.session"

const kept = (): Kept => {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "{}") as Kept
  } catch {
    return {}
  }
}

/** Sent along with each call, besides the session's cookie, which the browser sends. */
export const credentials = (): Readonly<Record<string, string>> => {
  const { token, organization } = kept()
  return {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(organization ? { "x-organization-id": organization } : {}),
  }
}

interface Session {
  /** Grows with each sign-in, and with each sign-out. */
  readonly signIns: number
  readonly signOuts: number
  /** Whether a call was refused for want of a session (401) since the last caller was known. */
  readonly hasEnded: boolean
}

const session = store<Session>({ signIns: 0, signOuts: 0, hasEnded: false })
const set = (next: Partial<Session>) => session.set({ ...session.get(), ...next })

/** Keeps what is given, and asks anew who calls. */
export const signIn = (given: Kept): void => {
  sessionStorage.setItem(name, JSON.stringify(given))
  set({ signIns: session.get().signIns + 1 })
}

export const signOut = (): void => {
  sessionStorage.setItem(name, "{}")
  set({ signOuts: session.get().signOuts + 1, hasEnded: false })
}

/** A call was refused for want of a session: what is on the page stays, and signing in is offered over it. */
export const sessionEnded = (): void => {
  if (!session.get().hasEnded) set({ hasEnded: true })
}

/** Gives whether it had ended. */
export const sessionGoesOn = (): boolean => {
  const { hasEnded } = session.get()
  if (hasEnded) set({ hasEnded: false })
  return hasEnded
}

export const useSession = session.use

export const hasToken = (): boolean => Boolean(kept().token)
