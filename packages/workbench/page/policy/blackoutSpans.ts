import { effectiveMillis, showEffective } from "../format/time.ts"
import type { Policy } from "./usePolicy.ts"

/** A blackout as it is drawn: from its first instant until its last, which is no part of it. */
export interface BlackoutSpan {
  readonly from: number
  readonly until: number
  readonly text: string
}

/** The blackouts of a policy in a brand's zone, in order. */
export const blackoutSpans = (blackouts: Policy["blackouts"], zone: string): ReadonlyArray<BlackoutSpan> =>
  blackouts
    .flatMap(({ from, until, reason }) => {
      const [begins, ends] = [effectiveMillis(from, zone), effectiveMillis(until, zone)]
      if (begins === undefined || ends === undefined) return []
      const text = `Blackout${reason.trim() && ` (${reason.trim()})`}, ${showEffective(from, zone)} until ${showEffective(until, zone)}`
      return [{ from: begins, until: ends, text }]
    })
    .sort((a, b) => a.from - b.from || a.until - b.until)

/** What a day of the brand's zone has of blackouts; undefined where it has none. */
export const blackoutOn = (
  spans: ReadonlyArray<BlackoutSpan>,
  day: string,
  zone: string,
): string | undefined => {
  const begins = effectiveMillis(day, zone)
  if (begins === undefined) return undefined
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  const ends = effectiveMillis(next, zone)!
  const found = spans.filter(({ from, until }) => from < ends && until > begins)
  return found.length === 0 ? undefined : found.map(({ text }) => text).join("; ")
}
