import { readFileSync } from "node:fs"
import { Config, ConfigProvider, Effect, Option } from "effect"
import { BadSetting } from "./BadSetting.ts"

/** How one setting is read. */
export interface Setting<A> {
  /** What it is when it is not set, as it would be written. */
  readonly default?: string
  /** What may stand in it, as the end of a sentence: "use on or off". */
  readonly allowed: string
  /** `undefined` refuses the text. */
  readonly parse: (text: string) => A | undefined
  /** Secrets are named in errors but never shown, and may stand in a file that `<NAME>_FILE` names. */
  readonly secret?: boolean
  /** An empty one is as good as none, where a specification says so; else it cannot be known whether it was meant. */
  readonly mayBeEmpty?: boolean
}

/** What a setting gives: of one without a default `undefined` too, where it is not set. */
export type SettingValue<S extends Setting<unknown>> =
  | Exclude<ReturnType<S["parse"]>, undefined>
  | (S extends { readonly default: string } ? never : undefined)

const orUnset = (allowed: string) => (allowed.includes("unset it") ? allowed : `${allowed}, or unset it`)

/** What the environment holds under a name, without surrounding blanks; undefined where nothing is set. */
const given = Effect.fnUntraced(function* (name: string, allowed: string) {
  const provider = yield* ConfigProvider.ConfigProvider
  const found = yield* Config.option(Config.String(name))
    .parse(provider)
    .pipe(Effect.mapError(() => new BadSetting({ name, value: "(unreadable)", allowed })))
  return Option.getOrUndefined(found)?.trim()
})

/** A secret of a file, as containers mount them; an environment is seen by more processes than a file. */
const givenInFile = Effect.fnUntraced(function* (secret: string, isSet: boolean) {
  const name = `${secret}_FILE`
  const allowed = "use the path of a file that holds it"
  const path = yield* given(name, allowed)
  if (path === undefined) return undefined
  if (path === "") return yield* new BadSetting({ name, value: "(empty)", allowed: orUnset(allowed) })
  if (isSet)
    return yield* new BadSetting({ name, value: path, allowed: `unset it, or ${secret}: one of them` })
  return yield* Effect.try({
    try: () => readFileSync(path, "utf8").trim(),
    catch: (cause) => {
      const code = cause instanceof Error && "code" in cause ? ` (${cause.code})` : ""
      return new BadSetting({ name, value: path, allowed: `${allowed}; this one cannot be read${code}` })
    },
  })
})

/** Reads an environment variable through the host's `ConfigProvider`; surrounding blanks do not count. */
export const readSetting = <S extends Setting<unknown>>(
  name: string,
  setting: S,
): Effect.Effect<SettingValue<S>, BadSetting> =>
  Effect.gen(function* () {
    const { allowed, parse, secret = false, mayBeEmpty = false } = setting
    const own = yield* given(name, allowed)
    const found = secret ? ((yield* givenInFile(name, own !== undefined)) ?? own) : own
    if (found === "" && !mayBeEmpty)
      return yield* new BadSetting({ name, value: "(empty)", allowed: orUnset(allowed) })
    const text = found || setting.default
    if (text === undefined) return undefined as SettingValue<S>
    const value = parse(text)
    if (value === undefined)
      return yield* new BadSetting({ name, value: secret ? "(hidden)" : text, allowed })
    return value as SettingValue<S>
  })
