import { Schema } from "effect"

/** A setting that cannot be used, with its name, the value that was found and what is allowed. */
export class BadSetting extends Schema.TaggedError<BadSetting>()("BadSetting", {
  name: Schema.String,
  /** As found; of a secret only that it is set. */
  value: Schema.String,
  allowed: Schema.String,
}) {
  override get message() {
    return `Setting ${this.name}=${this.value} cannot be used: ${this.allowed}`
  }
}

/** Every setting that cannot be used, one at least. */
export class BadSettings extends Schema.TaggedError<BadSettings>()("BadSettings", {
  faults: Schema.Array(BadSetting),
}) {
  override get message() {
    const [first, ...others] = this.faults
    if (others.length === 0) return first!.message
    const named = this.faults.map(({ name, value, allowed }) => `${name}=${value} (${allowed})`)
    return `${named.length} settings cannot be used: ${named.join("; ")}`
  }
}
