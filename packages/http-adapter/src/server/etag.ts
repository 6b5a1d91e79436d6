import { createHash } from "node:crypto"

/** The entity tag of a thing as it is: another one as soon as any of its members is another. */
export const etagOf = (thing: object): string => {
  const members = Object.entries(thing).sort(([a], [b]) => (a < b ? -1 : 1))
  return `"${createHash("sha256").update(JSON.stringify(members)).digest("base64url").slice(0, 22)}"`
}

/** What an `If-Match` header expects (RFC 9110 §13.1.1); undefined where it expects nothing. */
export const expectedBy = (ifMatch: string | undefined): ((current: object) => boolean) | undefined => {
  if (ifMatch === undefined || ifMatch.trim() === "*") return undefined
  // weak tags never match here
  const tags = Array.from(ifMatch.matchAll(/(W\/)?("[^"]*")/g), ([, weak, tag]) => (weak ? "" : tag))
  return (current) => tags.includes(etagOf(current))
}
