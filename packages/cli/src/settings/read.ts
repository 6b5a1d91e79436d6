import type { Effect } from "effect"
import type { BadSetting } from "./BadSetting.ts"
import { readSetting, type SettingValue } from "./setting.ts"
import { type SettingName, settingTable } from "./settingTable.ts"

/** Reads a setting of the table. */
export const read = <Name extends SettingName>(
  name: Name,
): Effect.Effect<SettingValue<(typeof settingTable)[Name]>, BadSetting> =>
  readSetting(name, settingTable[name])
