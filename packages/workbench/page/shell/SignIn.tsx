import type { HangtagError } from "@hangtag/client"
import type { ComponentChildren } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { hasToken, signIn } from "../app/session.ts"
import { messageOf } from "../format/messageOf.ts"
import { Button } from "../parts/Button.tsx"
import { AreaField, TextField } from "../parts/Field.tsx"

/** For a caller whom no session lets in: a token of their own, for this tab. */
export const SignIn = ({ refusal }: { readonly refusal: HangtagError }) => (
  <main class="main signin">
    <SignInForm refusal={hasToken() || refusal.status === 403 ? refusal : undefined}>
      <h1>Hangtag</h1>
      <p>
        Sign in where your organization signs in and come back, or paste an access token. It is kept in this
        tab, until it is closed.
      </p>
    </SignInForm>
  </main>
)

/** Over a page whose session has ended; all that is on the page stays. */
export const SignInAgain = ({ refusal }: { readonly refusal: HangtagError | undefined }) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      class="signin"
      ref={dialog}
      aria-labelledby="ended"
      // without a session there is nothing to go on with
      onCancel={(event) => event.preventDefault()}
    >
      <SignInForm refusal={refusal}>
        <h2 id="ended">Your session has ended</h2>
        <p>
          Your work on this page is kept. Sign in where your organization signs in, in another tab, then try
          your session again; or paste an access token.
        </p>
      </SignInForm>
    </dialog>
  )
}

interface FormProps {
  readonly refusal: HangtagError | undefined
  readonly children: ComponentChildren
}

const SignInForm = ({ refusal, children }: FormProps) => {
  const [token, setToken] = useState("")
  const [organization, setOrganization] = useState("")
  return (
    <form
      class="panel"
      onSubmit={(event) => {
        event.preventDefault()
        signIn({
          ...(token.trim() && { token: token.trim().replace(/^Bearer\s+/i, "") }),
          ...(organization.trim() && { organization: organization.trim() }),
        })
      }}
    >
      <div class="inside">
        {children}
        {refusal !== undefined && (
          <p class="remark bad" role="alert">
            {messageOf(refusal)}
          </p>
        )}
        <AreaField
          label="Access token"
          value={token}
          rows={4}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
        <TextField
          label="Organization"
          hint="Only if you belong to several"
          value={organization}
          onInput={(event) => setOrganization(event.currentTarget.value)}
        />
        <p class="actions">
          <button class="button primary" type="submit">
            Sign in
          </button>
          <Button class="quiet" onClick={() => signIn({})}>
            Try my session again
          </Button>
        </p>
      </div>
    </form>
  )
}
