import type { HangtagError } from "@hangtag/client"
import { useState } from "preact/hooks"
import { AreaField, TextField } from "../parts/Field.tsx"
import { hasToken, signIn } from "./session.ts"

/** For whom no session lets in: a token of their own, for this tab. */
export const SignIn = ({ refusal }: { readonly refusal: HangtagError }) => {
  const [token, setToken] = useState("")
  const [organization, setOrganization] = useState("")
  const wasTried = hasToken() || refusal.status === 403
  return (
    <main class="main signin">
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
          <h1>Hangtag</h1>
          <p>
            Sign in where your organization signs in and come back, or paste an access token. It is kept in
            this tab, until it is closed.
          </p>
          {wasTried && (
            <p class="remark bad" role="alert">
              {refusal.message}
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
            <button class="button quiet" type="button" onClick={() => signIn({})}>
              Try my session again
            </button>
          </p>
        </div>
      </form>
    </main>
  )
}
