import { Duration } from "effect"
import { comparable } from "./parameters.ts"

/** The role that every statement on an organization's rows runs under, so that row-level security binds it. */
export const appRole = "hangtag_app"

/**
 * How Postgres plans a statement: `auto` as it sees fit, which may be anew at every call; `generic` once, for
 * statements whose best plan is the same whatever their parameters: by indexes, also where the tables were small when it
 * was made. `ordered`: once, and by indexes in whose order the rows are wanted, with no sort that can be done without: a planner
 * without statistics expects few rows, and reads and sorts all there are.
 */
export type Planning = "auto" | "generic" | "ordered"

/** What may be done with the jobs of all organizations: see which there are, or claim them besides. */
export type AllJobs = "seen" | "claimed"

/** Whose rows a transaction sees and writes: one organization's, or what may be done with the jobs of all. */
export type Scope = { readonly organization: string } | { readonly jobs: AllJobs }

export interface ScopeOptions {
  readonly planning?: Planning
  /** Milliseconds after which a statement fails (55P03) that waits for another transaction. */
  readonly lockTimeout?: number
}

/**
 * The planner overrates lookups per key by far: compiling takes longer than they do (jit), and remembering each
 * answer, though no key comes twice, half as long again (memoize).
 */
export const planner = { jit: "off", enable_memoize: "off" }

const inOrder = { enable_sort: "off", enable_bitmapscan: "off" }

const plannings: Readonly<Record<Planning, Readonly<Record<string, string>>>> = {
  auto: {},
  generic: { plan_cache_mode: "force_generic_plan", enable_seqscan: "off" },
  ordered: { plan_cache_mode: "force_generic_plan", enable_seqscan: "off", ...inOrder },
}

/** As a statement, to the end of the transaction. */
export const setting = (settings: Readonly<Record<string, string>>): string =>
  `select ${Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value.replaceAll("'", "''")}', true)`)
    .join(", ")}`

/** Has what follows in the transaction read in order. */
export const planInOrder = setting(inOrder)

/**
 * The statement that takes on role and scope to the end of the transaction. It is the only way into a scope: a session
 * may be lent by a pooler, and whatever happens on it the next transaction begins without one.
 */
export const entering = (
  scope: Scope,
  options: ScopeOptions = {},
): readonly [text: string, params: ReadonlyArray<unknown>] => {
  const party = "organization" in scope ? "organization" : scope.jobs
  const { planning = "auto", lockTimeout } = options
  const name = `${party} ${planning} ${lockTimeout}`
  const text = known.get(name) ?? enteringText(party, planning, lockTimeout)
  known.set(name, text)
  return [text, "organization" in scope ? [comparable(scope.organization)] : []]
}

/** Those that were written: every statement needs one. */
const known = new Map<string, string>()

const enteringText = (
  party: "organization" | AllJobs,
  planning: Planning,
  lockTimeout: number | undefined,
): string => {
  const settings = {
    role: appRole,
    ...plannings[planning],
    ...(lockTimeout !== undefined && { lock_timeout: String(lockTimeout) }),
  }
  if (party === "organization") return `${setting(settings)}, set_config('hangtag.organization', $1, true)`
  // row-level security makes the planner expect few rows, whatever there is: it may read and sort the whole table
  // (12 ms instead of 3, with 100,000 ended jobs). every question about all jobs has an index that answers in order
  return setting({
    ...settings,
    "hangtag.housekeeping": "on",
    "hangtag.claiming": party === "claimed" ? "on" : "off",
    enable_seqscan: "off",
    ...inOrder,
  })
}

/** The `search_path` that names the schema alone. */
export const schemaPath = (schema: string): string => `"${schema.replaceAll('"', '""')}"`

/** How much later than the server's own deadline a statement counts as unanswered, at most. */
const late = Duration.seconds(5)

/** The setting that has the server end what takes longer; none for an infinite time. */
export const timeout = (name: string, input: Duration.Input): Record<string, string> => {
  const duration = Duration.fromInputUnsafe(input)
  return Duration.isFinite(duration) ? { [name]: String(Math.ceil(Duration.toMillis(duration))) } : {}
}

/** The server's end of a statement (a setting), and ours, of a server that does not answer. Default 1 minute. */
export const statementLimit = (input: Duration.Input = "1 minute") => {
  const time = Duration.fromInputUnsafe(input)
  return {
    settings: timeout("statement_timeout", time),
    deadline: Duration.sum(time, Duration.min(time, late)),
  }
}
