import { type BrandedInstant, textOrNull } from "../kernel/Instant.ts"

interface Revision {
  readonly revision: number
  readonly changed_at: BrandedInstant | null
}

/** A page of a history, of which one more was read where there is more. */
export const policyPage = <Change extends Revision>(found: ReadonlyArray<Change>, limit: number) => {
  const items = found.slice(0, limit).map(({ changed_at, ...change }) => ({
    ...change,
    changed_at: textOrNull(changed_at),
  }))
  return { items, next: found.length > limit ? items.at(-1)!.revision : null }
}
