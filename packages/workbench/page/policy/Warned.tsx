import type { PriceWarning } from "@hangtag/client"
import { counted } from "../format/decimal.ts"
import { inWords } from "../format/inWords.ts"
import { RuleLink } from "./RuleLink.tsx"

interface WarnedProps {
  readonly by: Pick<PriceWarning, "kind" | "message">
  readonly brand: string | null
  /** The brand's. */
  readonly zone: string
  /** Of which colorways, where that does not stand beside it. */
  readonly of?: ReadonlyArray<string>
}

const mostNamed = 3

/** What is warned of, of what, and the way to the rule. */
export const Warned = ({ by: { kind, message }, brand, zone, of = [] }: WarnedProps) => (
  <span>
    {inWords(message, zone)}{" "}
    {of.length > 0 && (
      <>
        (<bdi>{of.slice(0, mostNamed).join("; ")}</bdi>
        {of.length > mostNamed && ` and ${counted(of.length - mostNamed, "other colorway")}`}){" "}
      </>
    )}
    <RuleLink kind={kind} brand={brand} />
  </span>
)

const most = 5

interface WarnedListProps {
  readonly warned: ReturnType<typeof warningsBy>
  readonly brand: string | null
  readonly zone: string
}

/** The first of what colorways are warned of, and how much more there is, as items of a list. */
export const WarnedItems = ({ warned, brand, zone }: WarnedListProps) => (
  <>
    {warned.slice(0, most).map(({ by, of }) => (
      <li class="remark warn" key={by.message}>
        <Warned {...{ by, of, brand, zone }} />
      </li>
    ))}
    {warned.length > most && <li class="muted">and {counted(warned.length - most, "other warning")}</li>}
  </>
)

/** What colorways are warned of: each sentence once, with the colorways that it is about. */
export const warningsBy = <
  Of extends {
    readonly product_key: string
    readonly color: string
    readonly warnings: ReadonlyArray<WarnedProps["by"]>
  },
>(
  colorways: ReadonlyArray<Of>,
): ReadonlyArray<{
  readonly by: WarnedProps["by"]
  readonly first: Of
  readonly of: ReadonlyArray<string>
}> => {
  const found = new Map<string, { by: WarnedProps["by"]; first: Of; of: Set<string> }>()
  for (const first of colorways)
    for (const by of first.warnings) {
      const known = found.get(by.message) ?? { by, first, of: new Set<string>() }
      known.of.add(`${first.product_key}, ${first.color}`)
      found.set(by.message, known)
    }
  return [...found.values()].map(({ of, ...each }) => ({ ...each, of: [...of] }))
}
