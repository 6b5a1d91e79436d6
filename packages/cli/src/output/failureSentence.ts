import { type ChangeRefusal, PriceChangeRefused } from "@hangtag/core"
import { Cause } from "effect"
import { describeLine } from "./describeColorway.ts"
import { saidText } from "./saidText.ts"
import { typeText } from "./typeText.ts"

const noPermission = (error: NodeJS.ErrnoException) =>
  `No permission for ${error.path ?? "the port or file asked for"}: choose another, or change its permissions`

const systemFailures: Readonly<Record<string, (error: NodeJS.ErrnoException) => string>> = {
  EADDRINUSE: (error) =>
    `Port ${(error as { port?: number }).port ?? ""} is in use already: stop the other process, or choose another with PORT, METRICS_PORT or WORKER_PORT`,
  EADDRNOTAVAIL: () => "HOST is no address of this machine: use 127.0.0.1, or one that it has",
  EACCES: noPermission,
  EPERM: noPermission,
  ENOENT: (error) => `No such file or folder: ${error.path ?? "(unknown)"}`,
  EISDIR: (error) => `${error.path ?? "That"} is a folder, a file is needed`,
  ENOTDIR: (error) => `${error.path ?? "That"} is not a folder: choose another`,
  ENOSPC: (error) => `The disk is full${error.path ? ` (${error.path})` : ""}`,
  EROFS: (error) =>
    `${error.path ?? "The data folder"} is on a read-only disk: choose another with HANGTAG_DATA`,
  ENOTFOUND: (error) => `No such host: ${(error as { hostname?: string }).hostname ?? ""}`,
  ECONNREFUSED: () => "Nothing answers at the address: is the server there running?",
}

/** The error and what caused it, outermost first; ends at circles. */
function* chain(error: unknown): Generator<object> {
  const seen = new Set<object>()
  let current = error
  while (typeof current === "object" && current !== null && !seen.has(current)) {
    seen.add(current)
    yield current
    current = "cause" in current ? current.cause : "reason" in current ? current.reason : undefined
  }
}

const mostNamed = 3

/** What a refused price change meets, each in a few words. */
const factsOf = (refusal: ChangeRefusal): ReadonlyArray<string> => {
  switch (refusal.reason) {
    case "stale":
    case "moved":
      return refusal.moved.map(
        ({ variant_key, was, is, ...type }) =>
          `${variant_key} ${typeText(type)}: ${was === null ? "none" : saidText(was)} then, ${is === null ? "none" : saidText(is)} now`,
      )
    case "sheet_moved":
      return refusal.conflicts.map(
        ({ row, variant_key, was, is, ...type }) =>
          `row ${row}, ${variant_key} ${typeText(type)}: ${was ?? "none"} then, ${is ?? "none"} now`,
      )
    case "collides":
      return refusal.collisions.map(
        ({ variant_key, effective_from, status, batch_key, ...named }) =>
          `${variant_key} ${typeText(named)} ${saidText(named)} from ${effective_from}, ${status}${batch_key === null ? "" : ` in ${batch_key}`}, meets ${describeLine(named)}`,
      )
    case "no_return":
      return refusal.no_return.map(
        ({ variant_key, ...named }) => `${variant_key} ${typeText(named)}, ${describeLine(named)}`,
      )
    case "blocked":
      return refusal.warnings.map(
        ({ message, variant_keys }) =>
          `${message}: ${variant_keys.slice(0, mostNamed).join(", ")}${variant_keys.length > mostNamed ? ", …" : ""}`,
      )
    // the sentence says all of it
    case "empty":
    case "backdated":
    case "active":
      return []
  }
}

/** What a price change is refused for, with the first prices that are in its way. */
const refused = ({ problem, refusal }: PriceChangeRefused): string => {
  const named = factsOf(refusal)
  const more = named.length - mostNamed
  const first = named.slice(0, mostNamed).concat(more > 0 ? [`and ${more} more`] : [])
  return named.length === 0 ? problem : `${problem} (${first.join("; ")})`
}

/** One sentence for people that says what failed and what to do, never a stack trace. */
export const failureSentence = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  if (error instanceof PriceChangeRefused) return refused(error)
  for (const each of chain(error)) {
    const known = "code" in each && typeof each.code === "string" ? systemFailures[each.code] : undefined
    if (known !== undefined) return known(each as NodeJS.ErrnoException)
  }
  const messages = [...chain(error)].flatMap((each) =>
    "message" in each && typeof each.message === "string" && each.message !== ""
      ? [each.message.split("\n", 1)[0]!]
      : [],
  )
  // what failed, and the innermost reason for it
  return messages.length === 0 ? String(error) : [...new Set([messages[0], messages.at(-1)])].join(": ")
}
