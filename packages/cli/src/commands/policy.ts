import { PricePolicyRequest } from "@hangtag/core/adapter"
import { getPricePolicy, listPolicyChanges } from "@hangtag/core/effect"
import { Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { organizationFlag } from "../calls/caller.ts"
import { useCase } from "../calls/useCase.ts"
import { answer } from "../output/answer.ts"
import { unreadable } from "../output/CommandFailed.ts"
import { withHelp } from "../output/withHelp.ts"

const decodePolicy = (json: string) =>
  Effect.mapError(
    Schema.decodeUnknownEffect(Schema.fromJsonString(PricePolicyRequest))(json),
    ({ message }) => unreadable(`The policy cannot be read: ${message}`),
  )

export const policy = Command.make(
  "policy",
  {
    brand: Argument.String("brand").pipe(Argument.withDescription("The brand's key")),
    history: Flag.Boolean("history").pipe(
      Flag.withDescription(
        "Show the policies that it was given, the newest first: the last 20, or those before --after",
      ),
      Flag.withDefault(false),
    ),
    after: Flag.Int("after").pipe(
      Flag.withDescription("With --history: show those before this revision"),
      Flag.optional,
    ),
    set: Flag.String("set").pipe(
      Flag.withDescription('The whole policy as JSON, such as {"notice_days":30,"enforcement":"block"}'),
      Flag.optional,
    ),
    organization: organizationFlag,
  },
  Effect.fn(function* ({ brand, history, after, set, organization }) {
    if (history) {
      const query = { limit: 20, after: Option.getOrNull(after) }
      const page = yield* useCase(organization, (hangtag, caller) =>
        hangtag.listPolicyChanges(caller, { brand_key: brand, ...query }),
      )
      const { items } = listPolicyChanges.toJson(page)
      const rows = items.map(({ revision, changed_at, changed_by, policy }) =>
        [revision, changed_at ?? "before", changed_by ?? "unknown", JSON.stringify(policy)].join("  "),
      )
      const more = page.next === null ? [] : [`More: --after ${page.next}`]
      return yield* answer({ items, next: page.next }, [...rows, ...more].join("\n"))
    }
    const given = yield* Effect.transposeOption(Option.map(set, decodePolicy))
    const kept = yield* useCase(organization, (hangtag, caller) =>
      Option.match(given, {
        onNone: () => hangtag.getPricePolicy(caller, { brand_key: brand }),
        onSome: (asked) => hangtag.savePricePolicy(caller, { brand_key: brand, ...asked }),
      }),
    )
    const policy = getPricePolicy.toJson(kept)
    yield* answer(policy, JSON.stringify(policy, null, 2))
  }),
).pipe(
  withHelp(
    "Show the price policy of a brand, or give it another",
    ["database", "calls"],
    [
      { command: "hangtag policy NT", description: "The policy of a brand of the demo catalog" },
      { command: "hangtag policy NT --history", description: "Who gave it which policy when" },
      {
        command: `hangtag policy NT --set '{"notice_days": 30, "enforcement": "block"}'`,
        description: "Another one, whole: what it leaves out is not limited",
      },
    ],
  ),
)
