import { Config, ConfigProvider, Effect, Option } from "effect"
import { BadSetting } from "./BadSetting.ts"

/** How one setting is read. */
export interface SettingOptions<A> {
  /** What is used when the variable is unset or empty. */
  readonly default: A
  /** What may stand in it, as the end of a sentence: "use on or off". */
  readonly allowed: string
  /** `undefined` refuses the text. */
  readonly parse: (text: string) => A | undefined
  /** Secrets are named in errors but never shown. */
  readonly secret?: boolean
}

/** Reads an environment variable through the host's `ConfigProvider`; surrounding blanks do not count. */
export const setting = Effect.fnUntraced(function* <const A>(name: string, options: SettingOptions<A>) {
  const provider = yield* ConfigProvider.ConfigProvider
  const bad = (value: string) => new BadSetting({ name, value, allowed: options.allowed })
  const found = yield* Config.option(Config.String(name))
    .parse(provider)
    .pipe(Effect.mapError(() => bad("(unreadable)")))
  const text = Option.getOrElse(found, () => "").trim()
  if (text === "") return options.default
  const value = options.parse(text)
  if (value === undefined) return yield* bad(options.secret ? "(hidden)" : text)
  return value
})
