import type { ListRefusal, PriceList } from "@hangtag/core"
import { assert, describe, it } from "vitest"
import { type ListStep, type ListsExpect, priceListsCases } from "../../src/lists/rules/priceLists.cases.ts"

/** Says things of lists, each in an organization of its own. */
export interface ListsDoor {
  readonly say: (step: ListStep) => Promise<"done" | "unknown" | "invalid" | ListRefusal>
  readonly lists: (now: string) => Promise<ReadonlyArray<PriceList>>
}

const placeOf = ({ parent, archived }: Pick<PriceList, "parent" | "archived">) =>
  `below ${parent ?? "nothing"}${archived ? " archived" : ""}`

const lineOf = ({ price_list, currency, upcoming, ...place }: PriceList): string =>
  [
    `${price_list} ${currency ?? "-"} ${placeOf(place)}`,
    ...upcoming.map(({ effective_from, ...then }) => `${placeOf(then)} from ${effective_from}`),
  ].join(", then ")

/** What the door makes of each row. */
export const runPriceListCases = (door: string, open: () => ListsDoor): void => {
  describe(`price lists: ${door}`, () => {
    for (const { name, given, expect } of priceListsCases)
      it(name, async () => {
        const { say, lists } = open()
        const answers: Array<ListsExpect["answers"][number]> = []
        for (const step of given.steps) answers.push(await say(step))
        assert.deepStrictEqual(answers, expect.answers)
        assert.deepStrictEqual((await lists(given.now)).map(lineOf), expect.lists)
      })
  })
}
