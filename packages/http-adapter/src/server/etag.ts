import { createHash } from "node:crypto"
import type { CrawlDiscovery } from "@hangtag/core"

/** The entity tag of a discovery as it is: another one as soon as any of its fields is another. */
export const etagOf = (discovery: CrawlDiscovery): string => {
  const { job_id, discovery_id, url, title, selected, updated_at } = discovery
  const state = JSON.stringify([job_id, discovery_id, url, title, selected, updated_at])
  return `"${createHash("sha256").update(state).digest("base64url").slice(0, 22)}"`
}

/** What an `If-Match` header expects (RFC 9110 §13.1.1); undefined where it expects nothing. */
export const expectedBy = (
  ifMatch: string | undefined,
): ((current: CrawlDiscovery) => boolean) | undefined => {
  if (ifMatch === undefined || ifMatch.trim() === "*") return undefined
  // weak tags never match here
  const tags = Array.from(ifMatch.matchAll(/(W\/)?("[^"]*")/g), ([, weak, tag]) => (weak ? "" : tag))
  return (current) => tags.includes(etagOf(current))
}
