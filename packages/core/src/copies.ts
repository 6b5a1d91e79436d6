import * as Effect from "effect/Effect"

const key = Symbol.for("@hangtag/core/copies")
const registry = globalThis as { [key]?: Set<string> }

/** Where each copy of this package that the process has loaded lies. */
const copies = registry[key] ?? new Set()
registry[key] = copies.add(import.meta.url)

/**
 * Warns where the process has loaded this package more than once: an adapter's errors are then not instances of the
 * host's classes, though their `_tag` tells them, and what one copy keeps the other does not see.
 */
export const warnOfCopies: Effect.Effect<void> = Effect.suspend(() =>
  copies.size === 1
    ? Effect.void
    : Effect.logWarning(
        `${copies.size} copies of @hangtag/core are loaded: recognize errors by _tag instead of instanceof, or make it one copy with versions that agree (npm ls @hangtag/core, npm dedupe)`,
        ...copies,
      ),
)
