import { useEffect, useState } from "preact/hooks"

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

const listeners = new Set<() => void>()

/** Keeps what is given, and asks anew who calls. */
export const signIn = (given: Kept): void => {
  sessionStorage.setItem(name, JSON.stringify(given))
  for (const listener of listeners) listener()
}

export const signOut = (): void => signIn({})

/** Grows with each change of who calls. */
export const useSignIns = (): number => {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const listener = () => setCount((count) => count + 1)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
  return count
}

export const hasToken = (): boolean => Boolean(kept().token)
