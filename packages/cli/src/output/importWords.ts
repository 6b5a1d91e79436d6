import type { ImportSummary } from "@hangtag/catalog-files"
import { counted } from "./counted.ts"

const listed = ({ count: all, first }: { readonly count: number; readonly first: ReadonlyArray<string> }) =>
  first.join(", ") + (all > first.length ? ` … and ${all - first.length} more` : "")

const goneWords = ({ gone }: ImportSummary): ReadonlyArray<string> => {
  if (gone === null || gone.products + gone.variants + gone.prices === 0) return []
  const { products, variants, prices, pruned, first } = gone
  const all = [counted(products, "product"), counted(variants, "variant"), counted(prices, "price")].join(
    ", ",
  )
  const which = listed({ count: products + variants + prices, first })
  return [pruned ? `pruned: ${all}: ${which}` : `gone from the shop: ${all} (--prune retires them): ${which}`]
}

const leftOutWords = ({ left_out_markets: markets }: ImportSummary): ReadonlyArray<string> => {
  const [first] = markets
  return first === undefined
    ? []
    : [
        `left out: the prices of ${counted(markets.length, "market")}, ${markets.join(", ")}; --market "${first}=KEY:CURRENCY" takes them into a price list`,
      ]
}

const repeatedWords = ({ duplicates, repeated }: ImportSummary): string =>
  `${counted(duplicates.count, "variant key")} more than once (${listed(duplicates)}), so ${counted(repeated.variants, "variant")} left out; give each variant an SKU of its own, or import with --variant-key handle-options, which leaves ${repeated.with_handle_options} out`

/** What an import did, a line each. */
export const importWords = (summary: ImportSummary): ReadonlyArray<string> => [
  ...Object.entries(summary.kinds)
    .filter(([, counts]) => Object.values(counts).some((count) => count > 0))
    .map(
      ([kind, { inserted, updated, unchanged, rejected, withheld }]) =>
        `${kind}: ${inserted} new, ${updated} changed, ${unchanged} as they were` +
        `${rejected > 0 ? `, ${rejected} left out` : ""}${withheld > 0 ? `, ${withheld} left out with what they hang on` : ""}`,
    ),
  ...(summary.moved.count > 0 ? [`moved: ${summary.moved.count}, until now ${listed(summary.moved)}`] : []),
  ...(summary.emptied.count > 0
    ? [`emptied by empty cells: ${counted(summary.emptied.count, "value")}: ${listed(summary.emptied)}`]
    : []),
  ...(summary.duplicates.count > 0 ? [repeatedWords(summary)] : []),
  ...(summary.rezoned.count > 0
    ? [
        `of another instant in their brand's new time zone: ${counted(summary.rezoned.count, "price")} to come (--move-to-come moves them): ${listed({ count: summary.rezoned.parts, first: summary.rezoned.first })}`,
      ]
    : []),
  ...leftOutWords(summary),
  ...goneWords(summary),
  ...[...summary.ignoredFields].map(
    ([field, lines]) => `ignored: ${field} (on ${lines} lines), which nothing reads`,
  ),
  ...summary.warnings.map((text) => `warning: ${text}`),
]

/** The same for programs. */
export const importJson = (
  summary: ImportSummary,
  organization: string,
  dryRun: boolean,
): Readonly<Record<string, unknown>> => {
  const { problems: _, ignoredFields, ...counts } = summary
  return { organization, dry_run: dryRun, ...counts, ignored_fields: Object.fromEntries(ignoredFields) }
}
