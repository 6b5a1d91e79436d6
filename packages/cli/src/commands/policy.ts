import { policyJson } from "@hangtag/core/adapter"
import { PricePolicyRequest } from "@hangtag/http-adapter/api"
import { Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { answer } from "./answer.ts"
import { unreadable } from "./CommandFailed.ts"
import { organizationFlag } from "./caller.ts"
import { explained } from "./explained.ts"
import { useCase } from "./useCase.ts"

const decodePolicy = (json: string) =>
  Effect.mapError(
    Schema.decodeUnknownEffect(Schema.fromJsonString(PricePolicyRequest))(json),
    ({ message }) => unreadable(`The policy cannot be read: ${message}`),
  )

export const policy = Command.make(
  "policy",
  {
    brand: Argument.String("brand").pipe(Argument.withDescription("The brand's key")),
    set: Flag.String("set").pipe(
      Flag.withDescription('The whole policy as JSON, such as {"notice_days":30,"enforcement":"block"}'),
      Flag.optional,
    ),
    organization: organizationFlag,
  },
  Effect.fn(function* ({ brand, set, organization }) {
    const given = yield* Effect.transposeOption(Option.map(set, decodePolicy))
    const kept = yield* useCase(organization, ({ getPricePolicy, savePricePolicy }, caller) =>
      Option.match(given, {
        onNone: () => getPricePolicy(caller, brand),
        onSome: (asked) => savePricePolicy(caller, brand, asked),
      }),
    )
    const policy = policyJson(kept)
    yield* answer(policy, JSON.stringify(policy, null, 2))
  }),
).pipe(
  explained(
    "Show the price policy of a brand, or give it another",
    ["database", "calls"],
    [
      { command: "hangtag policy NT", description: "The policy of a brand of the demo catalog" },
      {
        command: `hangtag policy NT --set '{"notice_days": 30, "enforcement": "block"}'`,
        description: "Another one, whole: what it leaves out is not limited",
      },
    ],
  ),
)
