import { Effect, Option } from "effect"
import { Flag } from "effect/cli"

/** How many at most. */
export const limitOf = Flag.Int("limit").pipe(
  Flag.withDescription("At most this many, 1 to 100,000"),
  Flag.filter(
    (limit) => limit >= 1 && limit <= 100_000,
    (limit) => `--limit is from 1 to 100,000, not ${limit}`,
  ),
)

/** How many items of a list are printed. */
export const limitFlag = Flag.withDefault(limitOf, 50)

/** What was left out, as use cases have it. */
export const orNull = <A>(flag: Option.Option<A>): A | null => Option.getOrNull(flag)

/** Which part of a list is asked for. */
export interface PageRequest<Place> {
  readonly limit: number
  /** Null from the beginning on. */
  readonly after: Place | null
}

export interface Page<Item, Place> {
  readonly items: ReadonlyArray<Item>
  readonly total: number
  readonly total_is_exact: boolean
  readonly next: Place | null
}

/** The first items of a list, page after page. */
export const paginate = Effect.fnUntraced(function* <Item, Place, E>(
  limit: number,
  ask: (page: PageRequest<Place>) => Effect.Effect<Page<Item, Place>, E>,
) {
  const items: Array<Item> = []
  for (let after: Place | null = null; ; ) {
    const page: Page<Item, Place> = yield* ask({ limit: Math.min(limit - items.length, 200), after })
    items.push(...page.items)
    after = page.next
    const { total, total_is_exact } = page
    if (after === null || items.length >= limit)
      return { items, total, total_is_exact, is_complete: after === null }
  }
})

/** A list as lines, with how many there are in all. */
export const describeList =
  <Item>(name: string, describe: (item: Item) => string) =>
  (list: {
    readonly items: ReadonlyArray<Item>
    readonly total: number
    readonly total_is_exact: boolean
    readonly is_complete: boolean
  }): string =>
    [
      `${list.total}${list.total_is_exact ? "" : " or more"} ${name}`,
      ...list.items.map((item) => `  ${describe(item)}`),
      ...(list.is_complete ? [] : ["and more: ask for them with --limit"]),
    ].join("\n")
