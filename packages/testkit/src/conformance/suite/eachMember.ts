import { assert } from "chai"
import * as Effect from "effect/Effect"

/**
 * What a question finds with each of its members set alone. A member that is added to a question does not compile
 * without a row here, and an adapter that does not look at it finds what the plain question does.
 */
export type EachMember<Question> = {
  readonly [Member in keyof Question]-?: readonly [asked: Question[Member], found: ReadonlyArray<string>]
}

/** Asks the plain question, then with each member alone: each has to find its own, which is not what the plain one finds. */
export const looksAtEachMember = <Question>() =>
  Effect.fnUntraced(function* <E, R>(
    find: (question: Partial<Question>) => Effect.Effect<ReadonlyArray<string>, E, R>,
    members: EachMember<Question>,
  ) {
    const plain = yield* find({})
    for (const [member, [asked, found]] of Object.entries<readonly [unknown, ReadonlyArray<string>]>(
      members,
    )) {
      assert.notDeepEqual(found, plain, `${member} set alone has to change the answer`)
      assert.deepStrictEqual(yield* find({ [member]: asked } as Partial<Question>), found, member)
    }
  })
