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
  /** Secrets are named in errors but never shown. */
  readonly secret?: boolean
  /** An empty one is as good as none, where a specification says so; else nobody can tell whether it was meant. */
  readonly mayBeEmpty?: boolean
}

/** What a setting gives: of one without a default `undefined` too, where it is not set. */
export type SettingValue<S extends Setting<unknown>> =
  | Exclude<ReturnType<S["parse"]>, undefined>
  | (S extends { readonly default: string } ? never : undefined)

const orUnset = (allowed: string) => (allowed.includes("unset it") ? allowed : `${allowed}, or unset it`)

/** Reads an environment variable through the host's `ConfigProvider`; surrounding blanks do not count. */
export const readSetting = <S extends Setting<unknown>>(
  name: string,
  setting: S,
): Effect.Effect<SettingValue<S>, BadSetting> =>
  Effect.gen(function* () {
    const { allowed, parse, secret = false, mayBeEmpty = false } = setting
    const provider = yield* ConfigProvider.ConfigProvider
    const found = yield* Config.option(Config.String(name))
      .parse(provider)
      .pipe(Effect.mapError(() => new BadSetting({ name, value: "(unreadable)", allowed })))
    const given = Option.getOrUndefined(found)?.trim()
    if (given === "" && !mayBeEmpty)
      return yield* new BadSetting({ name, value: "(empty)", allowed: orUnset(allowed) })
    const text = given || setting.default
    if (text === undefined) return undefined as SettingValue<S>
    const value = parse(text)
    if (value === undefined)
      return yield* new BadSetting({ name, value: secret ? "(hidden)" : text, allowed })
    return value as SettingValue<S>
  })
