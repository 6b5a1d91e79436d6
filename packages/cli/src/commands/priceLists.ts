import type { PriceList, PriceListMove } from "@hangtag/core"
import { Effect, Option } from "effect"
import { Argument, Command } from "effect/cli"
import { listFlags, printList } from "../calls/printList.ts"
import { runAndPrint } from "../calls/runAndPrint.ts"
import { unreadable } from "../output/CommandFailed.ts"
import { counted } from "../output/counted.ts"
import { argument, textFlag, yesFlag } from "../output/flags.ts"
import { listsShown } from "../output/listsShown.ts"
import { orNull, type PageRequest } from "../output/paginate.ts"
import { rangeText } from "../output/rangeText.ts"
import { withHelp } from "../output/withHelp.ts"

const placeOf = ({ parent, archived }: Pick<PriceList, "parent" | "archived">): string =>
  `${parent === null ? "stands alone" : `below ${parent}`}${archived ? ", archived" : ""}`

const describe = ({ price_list, name, currency, upcoming, ...place }: PriceList): string =>
  [
    `${price_list}: ${name}, ${currency ?? "no currency yet"}, ${placeOf(place)}`,
    ...upcoming.map(({ effective_from, ...then }) => `${placeOf(then)} from ${effective_from} on`),
  ].join("; ")

const describeMove = ({
  at,
  list,
  shown_in,
  overridden_in,
  variants,
  colorways,
  items,
  ...move
}: PriceListMove): string =>
  [
    `${list.price_list} from ${at} on: another price of ${counted(variants, "variant")} of ${counted(colorways, "colorway")}, of ${move.compared} compared${move.is_whole ? "" : ", and there are more"}`,
    ...listsShown("shown in", shown_in),
    ...listsShown("not shown in", overridden_in),
    ...items.map(
      ({ product_key, color, price_type, before, after, ...item }) =>
        `  ${product_key} ${color} ${price_type}: ${rangeText(before)} → ${rangeText(after)} (${counted(item.variants, "variant")})`,
    ),
  ].join("\n")

/** The list of a key is made, changed or shown; without one they are listed. */
export const priceLists = Command.make(
  "price-lists",
  {
    key: argument("list", "A list's key: to show it, or to change what flags say").pipe(Argument.optional),
    create: yesFlag("create", "Make the list: with --name and --currency"),
    name: textFlag("name", "What people call it"),
    currency: textFlag("currency", "A code of ISO 4217, such as EUR; said once"),
    parent: textFlag("parent", "The list whose prices are shown where this one has none"),
    alone: yesFlag("no-parent", "It falls back to no other list"),
    archive: yesFlag("archive", "It takes no prices any more, and has none of its own"),
    dry_run: yesFlag(
      "dry-run",
      "Write nothing: of which colorways --parent, --no-parent or --archive changes what the list shows",
    ),
    from: textFlag("from", "When --parent, --no-parent or --archive begins; a day begins in UTC"),
    search: textFlag("search", "Words of key or name, in any order"),
    ...listFlags,
  },
  Effect.fn(function* ({ key, search, limit, organization, ...said }) {
    if (Option.isNone(key))
      return yield* printList(
        { limit, organization },
        "price lists",
        describe,
        ({ listPriceLists }, caller, page: PageRequest<string>) =>
          listPriceLists(caller, { search: orNull(search), ...page }),
      )
    const price_list = key.value
    const [name, currency, parent, from] = [said.name, said.currency, said.parent, said.from].map(
      Option.getOrUndefined,
    )
    if (said.create) {
      if (name === undefined || currency === undefined)
        return yield* unreadable("A new list needs --name and --currency")
      return yield* runAndPrint(
        organization,
        (hangtag, caller) =>
          hangtag.createPriceList(caller, { price_list, name, currency, parent: parent ?? null }),
        describe,
      )
    }
    const change = {
      ...(name !== undefined && { name }),
      ...(currency !== undefined && { currency }),
      ...(parent !== undefined && { parent }),
      ...(said.alone && { parent: null }),
      ...(said.archive && { archived: true }),
    }
    const effective_from = from ?? null
    if (said.dry_run) {
      const { name: _, ...place } = change
      return yield* runAndPrint(
        organization,
        (hangtag, caller) => hangtag.previewPriceListMove(caller, { price_list, ...place, effective_from }),
        describeMove,
      )
    }
    yield* runAndPrint(
      organization,
      (hangtag, caller) =>
        Object.keys(change).length === 0
          ? hangtag.getPriceList(caller, { price_list })
          : hangtag.updatePriceList(caller, { price_list, ...change, effective_from }),
      describe,
    )
  }),
).pipe(
  withHelp(
    "List price lists, or make and change one",
    ["database"],
    ["hangtag price-lists", "Which there are, and which one each falls back to"],
    ["hangtag price-lists base --currency EUR", "In which currency prices are"],
    [
      "hangtag price-lists DE --create --name Germany --currency EUR --parent base",
      "A list with the prices of base where it has none of its own",
    ],
    [
      "hangtag price-lists DE --parent EU --from 2027-01-01 --dry-run",
      "Of which colorways Germany would show another price with the year",
    ],
    ["hangtag price-lists DE --archive --from 2027-01-01", "It ends with the year"],
  ),
)
