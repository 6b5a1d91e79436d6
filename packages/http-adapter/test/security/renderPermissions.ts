import { readFileSync, writeFileSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { Permission } from "@hangtag/core"
import type { AnyDescribed } from "@hangtag/core/adapter"
import { operations } from "@hangtag/core/effect"
import { OpenApi } from "effect/http-api"
import { HangtagApi } from "../../src/api/HangtagApi.ts"
import type { Claims } from "../../src/auth/principalFromClaims.ts"
import { operationOf } from "../../src/server/endpoints.ts"

const page = new URL("../../../../docs/permissions.md", import.meta.url)

const allows: Readonly<Record<Permission, string>> = {
  "price:read":
    "see prices in force, to come and in drafts, their history, and the policy of a brand; judge a change without writing it; have columns of prices in exports",
  "price:write": "write drafts: price changes, batches and their fills; give a brand another policy",
  "batch:read":
    "look at batches, what they change when, their records and publications; queue change sheets of them, whose jobs need this and `product:read`",
  "batch:publish": "put a batch in force for everybody; begin to take one back",
  "product:read":
    "look at brands and products; export these, look at exports, follow, cancel and repeat them, and have their files, as far as these show neither prices nor batches",
  "variant:read": "search variants",
  "job:create": "look at what a crawl has discovered, and select of it",
}

const claims: Readonly<Record<keyof Claims, string>> = {
  sub: "the caller's name, which batches and publications tell, and whose idempotency keys and event streams are its own. A text of 1 to 500 bytes; required",
  org_id:
    "the caller's organization where the call names none; one of those that it may name. A text of 1 to 500 bytes",
  organizations: "further organizations that `X-Organization-ID` may name: a list of such texts",
  permissions:
    "what the caller may do, in each of its organizations: a list; what is not in the table above is passed over",
  price_lists:
    "the price lists that the caller is bound to, in each of its organizations: a list of keys. Where the claim is missing, all lists",
  scope: "the same, as words in one text with blanks between (RFC 8693); added to `permissions`",
}

const bound = Object.values<AnyDescribed>(operations).flatMap(({ name, forBound }) =>
  forBound === true ? [`\`${name}\``] : [],
)

const needed = Object.entries<AnyDescribed>(operations).map(
  ([name, { permission }]) => [name, permission] as const,
)

/** `POST /api/…` of each operation that has a path. */
const pathsOf = (operation: string) =>
  Object.entries(OpenApi.fromApi(HangtagApi).paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { readonly operationId: string }>)
      .filter(([, { operationId }]) => operationOf.get(operationId.split(".").at(-1)!) === operation)
      .map(([method]) => `\`${method.toUpperCase()} ${path}\``),
  )

const render = () => {
  const rows = Permission.literals.map((permission) => {
    const operations = needed.flatMap(([operation, own]) => (own === permission ? [`\`${operation}\``] : []))
    return `| \`${permission}\` | ${allows[permission]} | ${operations.join(", ")} |`
  })
  const places = needed.map(([operation, permission]) => {
    const paths = pathsOf(operation)
    return `| \`${operation}\` | \`${permission}\` | ${paths.join("<br>") || "none: the library and the command line"} |`
  })
  return `# Who may do what

Made by \`node packages/http-adapter/test/security/renderPermissions.ts\`, from what the operations
say of themselves.

A caller acts in one organization, under a name, with permissions (\`Principal\`). Every operation needs exactly one of
them, and sees nothing of another organization whatever is permitted. No permission includes another.

| permission | allows to | operations |
| --- | --- | --- |
${rows.join("\n")}

Prices and batches are shown by three of them alone, of every price type (\`COST\` too):

- \`price:read\` shows all prices, drafts with their amount and their batch's key among them, since a change is judged by what it
  would meet; of the batches themselves (names, who made them, what they change) nothing.
- \`price:write\` shows the same of what a change is made for: the answer of a generated change or of an adjustment, dry runs
  included, has the amounts before and the drafts that it meets. A price that is changed by a percentage cannot be kept from
  who changes it: give \`price:write\` to those alone who may see prices.
- \`batch:read\` shows batches, and before, after and until of what they change.

\`batch:publish\` alone shows no amount but those that a refused publication (409) names as moved.

Two things ask for more, by what their files show:

- **A column of an export that shows a price** (\`price\`, \`price_effective_from\`, of whichever type and moment) needs
  \`price:read\` besides \`product:read\`, for the preflight and for the export: else 403, which names the columns.
  \`attribute_rows\` shows prices only where a mapping names a price list.
- **A job** keeps what its file shows asks for: \`price:read\` with such a column, \`batch:read\` for a change sheet. Who lacks it
  finds the job nowhere, also where others asked for it: lists and counts leave it out; looking at it, following, cancelling and repeating
  it, and its download link are 404. Jobs that had ended before this was kept need both, since nothing says what their files show.

**Callers who are bound to price lists** (the claim \`price_lists\`, or \`priceLists\` of a host's principal) see nothing of other lists:
no price, key, count or error says that there are any, and \`base\` is one of those that they are bound to or not. A list that they
are not bound to is answered as one that is not there, and where leaving a list out means \`base\` they have to name one. What a list of
theirs shows of a price above it is shown, without whose it is and what keys it has; a list stands below the next of theirs that is above
it. Batches and publications are of all lists together: their keys and numbers are null ([decision](decisions/0074-what-bound-callers-are-shown.md)). They may call what shows nothing of lists or keeps to theirs: ${bound.join(", ")}. Everything else is a 403.

The command line, the server without authentication, and \`allPermissions\` in a host's own process may do everything.
Importing a catalog, migrating and \`hangtag doctor\` have no path: who may run them is who has the database's URL.

## From a token to a caller

\`JwtAuthenticator\` checks a token first: signature, \`iss\` is \`AUTH_ISSUER\`, \`aud\` holds \`AUTH_AUDIENCE\`, \`exp\` has not
passed, \`nbf\` has, with half a minute of clock skew. Then, and of what a \`SessionAuthenticator\` finds, these claims
become the caller; all others are passed over:

| claim | becomes |
| --- | --- |
${Object.entries(claims)
  .map(([claim, meaning]) => `| \`${claim}\` | ${meaning} |`)
  .join("\n")}

The organization of a call is the one that its header \`X-Organization-ID\` names, else \`org_id\`, else the only one that
there is. A claim of another shape is a 401; a header that names another organization, or no organization at
all, a 403; a missing permission a 403 that names it. An issuer that calls its claims otherwise (\`roles\`, an own name
for the organization) is set to add these, as custom claims of its access tokens; or a host maps them in an own
\`Authenticator\`, as [examples/04-own-server](../examples/04-own-server/server.ts) does with sessions.

## Where each operation is

| operation | needs | over HTTP |
| --- | --- | --- |
${places.join("\n")}
`
}

export const permissionsPage = {
  rendered: render,
  written: () => readFileSync(page, "utf8"),
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  writeFileSync(page, render())
}
