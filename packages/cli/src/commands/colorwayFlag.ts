import type { ColorwayKey } from "@hangtag/core"
import { Effect } from "effect"
import { type CommandFailed, unreadable } from "../output/CommandFailed.ts"
import { textsFlag } from "../output/flags.ts"

/** Colorways, as `PRODUCT=COLOR`. */
export const colorwayFlag = (name: string, description: string) =>
  textsFlag(name, `${description}, as PRODUCT=COLOR; may be repeated`)

export const colorwayOf = (text: string): Effect.Effect<ColorwayKey, CommandFailed> => {
  const [, product_key, color] = /^([^=]+)=(.+)$/.exec(text) ?? []
  return product_key === undefined || color === undefined
    ? Effect.fail(
        unreadable(`Colorway ${text} cannot be read: write PRODUCT=COLOR, such as NT-RIDGE-BOOT=Black`),
      )
    : Effect.succeed({ product_key, color })
}
