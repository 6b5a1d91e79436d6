import type { PriceAdjustmentPage } from "@hangtag/core"
import { adjustPrices } from "@hangtag/core/effect"
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { organizationFlag } from "../calls/caller.ts"
import { useCase } from "../calls/useCase.ts"
import { answer } from "../output/answer.ts"
import { type CommandFailed, unreadable } from "../output/CommandFailed.ts"
import { counted, describeColorway, describeRefusal, describeTarget } from "../output/describeColorway.ts"
import { argument, oneOfFlag, textFlag, textsFlag, yesFlag } from "../output/flags.ts"
import { withHelp } from "../output/withHelp.ts"
import { colorwayFlag, colorwayOf } from "./colorwayFlag.ts"
import { batchFlags, collisionFlags, dryRunFlag, noReturnFlag } from "./priceChangeFlags.ts"
import { priceListFlag } from "./priceListFlag.ts"

const describeAdjustment = (page: PriceAdjustmentPage, isDry: boolean): string =>
  [
    describeTarget(page.batch_key, isDry),
    `  ${page.variants} variants in ${page.total_colorways} colorways: ${counted(page)}, ${page.no_price} without a price${page.left_out === 0 ? "" : `; ${page.left_out} colorways left out`}`,
    ...page.colorways.flatMap((colorway) => [
      ...describeColorway(colorway),
      ...colorway.lines.map(
        ({ price_type, previous, amount, variants }, index) =>
          `    line ${index + 1}: ${price_type} ${previous} to ${amount}, ${variants} variants`,
      ),
    ]),
    ...(page.next === null
      ? []
      : [`  more colorways: --after '${page.next.product_key}=${page.next.color}'`]),
    ...describeRefusal(page),
  ].join("\n")

const orAny = (keys: ReadonlyArray<string>) => (keys.length === 0 ? null : keys)

type Given = Readonly<Record<"percent" | "amount" | "set", string | null>>

const adjustmentOf = (given: Given): Effect.Effect<Given, CommandFailed> =>
  Object.values(given).filter((value) => value !== null).length === 1
    ? Effect.succeed(given)
    : Effect.fail(unreadable("Give one of --percent=-5, --amount=-10.00 and --set=139.95"))

export const adjust = Command.make(
  "adjust",
  {
    brand: argument("brand", "The brand's key"),
    types: argument("type", "The price types to adjust, such as MAP").pipe(Argument.variadic({ min: 1 })),
    from: Flag.String("from").pipe(
      Flag.withDescription("When the adjusted prices begin; what is in force then is adjusted"),
    ),
    until: textFlag("until", "When they end, and what would be in force without them is so again"),
    percent: textFlag("percent", "Percent to add, or below zero to take off: --percent=-5"),
    amount: textFlag("amount", "An amount to add, or below zero to take off: --amount=-10.00"),
    set: textFlag("set", "One price for all"),
    round_to: textFlag("round-to", "Round to multiples of this, such as 0.05"),
    ending: textFlag(
      "ending",
      "Round to amounts that end so, such as 0.95; 4.95 with --round-to 5: 4.95, 9.95",
    ),
    mode: oneOfFlag(
      "mode",
      ["half_up", "up", "down"],
      "How to round, default half_up; alone: to the digits that the list's currency has behind the point",
    ),
    list: priceListFlag,
    resolved: yesFlag("resolved", "Adjust what the list shows, also where it has no price of its own"),
    all: yesFlag("all", "The whole brand; else say which products, labels, source or colors"),
    products: textsFlag("product", "A product's key; may be repeated"),
    labels: textsFlag("label", "A label of the latest version; may be repeated"),
    source: textFlag("source", "The source of the latest version"),
    colors: textsFlag("color", "A color, as the catalog writes it; may be repeated"),
    leave_out: colorwayFlag("leave-out", "A colorway to leave out"),
    ...batchFlags,
    ...collisionFlags,
    dry_run: dryRunFlag,
    ...noReturnFlag,
    after: textFlag("after", "With --dry-run: the colorway that the others come after, as PRODUCT=COLOR"),
    organization: organizationFlag,
  },
  Effect.fn(function* ({ brand, types, from, until, organization, dry_run, after, ...given }) {
    const { percent, amount, set, round_to, ending, mode, all, products, labels, source, colors } = given
    const { same_instant, overridden_later, leapfrogged } = given
    const leave_out = yield* Effect.forEach(given.leave_out, colorwayOf)
    const last = Option.isSome(after) ? yield* colorwayOf(after.value) : null
    const adjustment = yield* adjustmentOf({
      percent: Option.getOrNull(percent),
      amount: Option.getOrNull(amount),
      set: Option.getOrNull(set),
    })
    const isRounded = [round_to, ending, mode].some((flag) => Option.isSome(flag))
    const page = yield* useCase(organization, (hangtag, caller) =>
      hangtag.adjustPrices(caller, {
        brand_key: brand,
        batch_key: Option.getOrNull(given.batch),
        replaces: Option.getOrNull(given.replaces),
        name: Option.getOrNull(given.name),
        selection: {
          all,
          product_keys: orAny(products),
          label_keys: orAny(labels),
          source: Option.getOrNull(source),
          colors: orAny(colors),
          price_list: Option.getOrNull(given.list),
          where: given.resolved ? "resolved" : "own",
        },
        leave_out,
        price_types: types,
        adjust: adjustment,
        round: isRounded
          ? {
              to: Option.getOrNull(round_to),
              ending: Option.getOrNull(ending),
              mode: Option.getOrElse(mode, () => "half_up" as const),
            }
          : null,
        effective_from: from,
        effective_until: Option.getOrNull(until),
        on_collision: { same_instant, overridden_later, leapfrogged },
        dry_run,
        on_no_return: given.on_no_return,
        after: last,
      }),
    )
    const { next: _, ...written } = adjustPrices.toJson(page)
    yield* answer(written, describeAdjustment(page, dry_run))
  }),
).pipe(
  withHelp(
    "Adjust the prices of many products at once, into a batch",
    ["database", "calls"],
    [
      "hangtag price-change adjust NT MAP --all --percent=-5 --ending 0.95 --from 2099-06-01 --dry-run",
      "What a brand's prices would become",
    ],
    [
      "hangtag price-change adjust NT MAP --amount=-10.00 --product NT-RIDGE-BOOT --from 2099-12-24 --until 2099-12-27",
      "Ten less for some days, of one product",
    ],
  ),
)
