import * as Schema from "effect/Schema"

/** For a check: of these members one is given, the others are null. */
export const oneGiven = <const Name extends string>(...names: ReadonlyArray<Name>) =>
  Schema.makeFilter(
    (given: { readonly [Each in Name]: unknown }) =>
      names.filter((name) => given[name] !== null).length === 1 ||
      `give one of ${names.slice(0, -1).join(", ")} and ${names.at(-1)}`,
  )
