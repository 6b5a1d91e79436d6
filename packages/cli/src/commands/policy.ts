import { ListPolicy } from "@hangtag/core"
import { PricePolicyRequest } from "@hangtag/core/adapter"
import {
  getPriceListPolicy,
  getPricePolicy,
  listPolicyChanges,
  listPriceListPolicyChanges,
} from "@hangtag/core/effect"
import { Effect, Option, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { organizationFlag } from "../calls/caller.ts"
import { useCase } from "../calls/useCase.ts"
import { answer } from "../output/answer.ts"
import { unreadable } from "../output/CommandFailed.ts"
import { argument, textFlag, yesFlag } from "../output/flags.ts"
import { withHelp } from "../output/withHelp.ts"

const decodePolicy =
  <A, I>(schema: Schema.Codec<A, I>) =>
  (json: string) =>
    Effect.mapError(Schema.decodeUnknownEffect(Schema.fromJsonString(schema))(json), ({ message }) =>
      unreadable(`The policy cannot be read: ${message}`),
    )

type Set = Option.Option<string>

const brandPolicy = Effect.fnUntraced(function* (organization: string, brand_key: string, set: Set) {
  const given = yield* Effect.transposeOption(Option.map(set, decodePolicy(PricePolicyRequest)))
  const kept = yield* useCase(organization, (hangtag, caller) =>
    Option.match(given, {
      onNone: () => hangtag.getPricePolicy(caller, { brand_key }),
      onSome: (asked) => hangtag.savePricePolicy(caller, { brand_key, ...asked }),
    }),
  )
  return getPricePolicy.toJson(kept)
})

const listPolicy = Effect.fnUntraced(function* (organization: string, price_list: string, set: Set) {
  const given = yield* Effect.transposeOption(Option.map(set, decodePolicy(ListPolicy)))
  const kept = yield* useCase(organization, (hangtag, caller) =>
    Option.match(given, {
      onNone: () => hangtag.getPriceListPolicy(caller, { price_list }),
      onSome: (asked) => hangtag.savePriceListPolicy(caller, { price_list, ...asked }),
    }),
  )
  return getPriceListPolicy.toJson(kept)
})

export const policy = Command.make(
  "policy",
  {
    key: argument("key", "The brand's key, or with --list the list's"),
    list: yesFlag("list", "Of a price list: what it says goes before what its prices' brands say"),
    history: yesFlag(
      "history",
      "Show the policies that it was given, the newest first: the last 20, or those before --after",
    ),
    after: Flag.Int("after").pipe(
      Flag.withDescription("With --history: show those before this revision"),
      Flag.optional,
    ),
    set: textFlag("set", 'The whole policy as JSON, such as {"notice_days":30,"enforcement":"block"}'),
    organization: organizationFlag,
  },
  Effect.fn(function* ({ key, list, history, after, set, organization }) {
    if (history) {
      const query = { limit: 20, after: Option.getOrNull(after) }
      const page = yield* useCase(organization, (hangtag, caller) =>
        list
          ? Effect.map(
              hangtag.listPriceListPolicyChanges(caller, { price_list: key, ...query }),
              listPriceListPolicyChanges.toJson,
            )
          : Effect.map(
              hangtag.listPolicyChanges(caller, { brand_key: key, ...query }),
              listPolicyChanges.toJson,
            ),
      )
      const { items } = page
      const rows = items.map(({ revision, changed_at, changed_by, policy }) =>
        [revision, changed_at ?? "before", changed_by ?? "unknown", JSON.stringify(policy)].join("  "),
      )
      const more = page.next === null ? [] : [`More: --after ${page.next}`]
      return yield* answer({ items, next: page.next }, [...rows, ...more].join("\n"))
    }
    const policy = yield* list ? listPolicy(organization, key, set) : brandPolicy(organization, key, set)
    yield* answer(policy, JSON.stringify(policy, null, 2))
  }),
).pipe(
  withHelp(
    "Show the price policy of a brand or a price list, or give it another",
    ["database", "calls"],
    ["hangtag policy NT", "The policy of a brand of the demo catalog"],
    ["hangtag policy NT --history", "Who gave it which policy when"],
    [
      `hangtag policy NT --set '{"notice_days": 30, "enforcement": "block"}'`,
      "Another one, whole: what it leaves out is not limited",
    ],
    [
      `hangtag policy EU --list --set '{"max_decrease_percent": "20"}'`,
      "One of a price list: what it leaves out is the brand's",
    ],
  ),
)
