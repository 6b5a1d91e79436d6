import { allPermissions } from "@hangtag/core"
import { aPrincipal, memoryAuthenticator } from "@hangtag/testkit"

/** The organization that the tests' own data is in, and the one whose data must stay unseen. */
export const [own, foreign] = ["own", "foreign"] as const

/** Who the tokens stand for. */
export const callers = memoryAuthenticator({
  "own-token": [aPrincipal({ organization: own })],
  "colleague-token": [aPrincipal({ organization: own, subject: "colleague" })],
  "bound-token": [aPrincipal({ organization: own, priceLists: new Set(["LIST-o", "MORE-o"]) })],
  "bound-to-none-token": [aPrincipal({ organization: own, priceLists: new Set() })],
  "foreign-token": [aPrincipal({ organization: foreign })],
  "powerless-token": [aPrincipal({ organization: own, permissions: new Set() })],
  "both-token": [aPrincipal({ organization: own }), aPrincipal({ organization: foreign })],
  ...Object.fromEntries(
    [...allPermissions].flatMap((permission) => {
      const others = new Set([...allPermissions].filter((other) => other !== permission))
      return [
        [`without-${permission}`, [aPrincipal({ organization: own, permissions: others })]],
        [`only-${permission}`, [aPrincipal({ organization: own, permissions: new Set([permission]) })]],
      ]
    }),
  ),
})

/** The `authorization` header of one of them. */
export const as = (token: string): { readonly authorization: string } => ({
  authorization: `Bearer ${token}`,
})
