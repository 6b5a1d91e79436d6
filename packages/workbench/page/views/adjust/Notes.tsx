import { counted, showCount } from "../../format/decimal.ts"
import { inWords } from "../../format/inWords.ts"
import { effectiveMillis, showDay } from "../../format/time.ts"
import { RuleLink } from "../../policy/RuleLink.tsx"
import { kinds, kindWords } from "../priceChange/collisionChoices.ts"
import type { Colorway } from "./colorwaysAfter.ts"

/** What is to be known of a colorway: how many warnings, and how many other prices of which kind are met. */
export const Notes = ({
  of: { warnings, collisions },
  brand,
  zone,
}: {
  readonly of: Colorway
  readonly brand: string
  readonly zone: string
}) => (
  <span class="notes">
    {warnings.length > 0 && (
      <span class="badge warn" title={warnings.map(({ message }) => inWords(message, zone)).join("\n")}>
        {counted(warnings.length, "warning")}{" "}
        {new Set(warnings.map(({ kind }) => kind)).size === 1 && (
          <RuleLink kind={warnings[0]!.kind} brand={brand} text="rule" />
        )}
      </span>
    )}
    {kinds.map((kind) => {
      const met = collisions.filter((each) => each.kind === kind)
      return (
        met.length > 0 && (
          <span class="badge" key={kind} title={kindWords[kind].text}>
            {showCount(met.length)} {kindWords[kind].title.toLowerCase()}
          </span>
        )
      )
    })}
  </span>
)

/** The days on which prices begin, from the first to the last. */
const daysOf = (
  prices: ReadonlyArray<{ readonly effective_from: string }>,
  zone: string,
): string | undefined => {
  const days = prices
    .flatMap(({ effective_from }) => effectiveMillis(effective_from, zone) ?? [])
    .sort((a, b) => a - b)
    .map((millis) => showDay(millis, zone))
  const [first, last] = [days[0], days.at(-1)]
  return first === last ? first : `${first} – ${last}`
}

interface MeaningsProps {
  readonly colorways: ReadonlyArray<Colorway>
  readonly zone: string
}

/** What the notes on other prices mean, of those kinds that there are, and when those prices begin. */
export const Meanings = ({ colorways, zone }: MeaningsProps) => {
  const met = Map.groupBy(
    colorways.flatMap(({ collisions }) => collisions),
    ({ kind }) => kind,
  )
  const known = kinds.filter((kind) => met.has(kind))
  if (known.length === 0) return null
  return (
    <p class="under muted">
      {known
        .map((kind) => `${kindWords[kind].title} (${daysOf(met.get(kind)!, zone)}): ${kindWords[kind].text}`)
        .join(" ")}
    </p>
  )
}
