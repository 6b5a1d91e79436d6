import { Argument, Flag } from "effect/cli"

/** A text that stands without a flag. */
export const argument = (name: string, description: string) =>
  Argument.String(name).pipe(Argument.withDescription(description))

/** A text that may be left out. */
export const textFlag = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

/** Any number of texts. */
export const textsFlag = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.atLeast(0))

/** One of some words, which may be left out. */
export const oneOfFlag = <const Choices extends ReadonlyArray<string>>(
  name: string,
  choices: Choices,
  description: string,
) => Flag.Literals(name, choices).pipe(Flag.withDescription(description), Flag.optional)

/** No unless it is given. */
export const yesFlag = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false))

/** Yes, or with `--no-` before its name no, or left out. */
export const yesNoFlag = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.optional)

/** Where a part of a list begins. */
export const afterFlag = (description: string) =>
  Flag.Int("after").pipe(Flag.withDescription(description), Flag.withDefault(0))
