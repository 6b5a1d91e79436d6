import * as Schema from "effect/Schema"

/**
 * Whether what is to be changed is still as the caller expects it, asked of it as it is; with the change, so that no other
 * change comes between the two.
 */
export const Expected = <A>() =>
  Schema.optionalKey(
    Schema.declare((value): value is (current: A) => boolean => typeof value === "function", {
      expected: "a function",
    }),
  )
