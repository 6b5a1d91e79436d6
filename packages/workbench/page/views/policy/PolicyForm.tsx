import type { ComponentChildren } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { Button } from "../../parts/Button.tsx"
import { Choices, TextField } from "../../parts/Field.tsx"
import { type Rule, rules } from "../../policy/RuleLink.tsx"
import { Blackouts } from "./Blackouts.tsx"
import type { Draft } from "./policyDraft.ts"

interface PolicyFormProps {
  readonly draft: Draft
  readonly faults: ReadonlyMap<string, string>
  /** Which rule is led to. */
  readonly rule: string | null
  readonly mayWrite: boolean
  readonly onChange: (part: Partial<Draft>) => void
}

const endingChoices = [
  ["Any", ""],
  [".95", "0.95"],
  [".99", "0.99"],
  ["4.95 and 9.95", "4.95, 9.95"],
  ["9.95", "9.95"],
] as const

/** Every rule of a policy, each where a warning leads to. */
export const PolicyForm = ({ draft, faults, rule, mayWrite, onChange }: PolicyFormProps) => {
  const form = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (rule === null || !(rules as ReadonlyArray<string>).includes(rule)) return
    const section = form.current?.querySelector<HTMLElement>(`#rule-${rule}`)
    section?.scrollIntoView({ block: "center" })
    section?.focus({ preventScroll: true })
  }, [rule])
  const text = (name: "notice" | "increase" | "decrease" | "endings" | "types") => ({
    value: draft[name],
    fault: faults.get(name),
    onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  })
  const section = (name: Rule, title: string, children: ComponentChildren) => (
    <fieldset class={`group rule ${rule === name ? "led" : ""}`} id={`rule-${name}`} tabIndex={-1}>
      <legend>
        <h2>{title}</h2>
      </legend>
      {children}
    </fieldset>
  )
  return (
    <fieldset class="policy" ref={form} disabled={!mayWrite}>
      <legend class="unseen">Rules</legend>
      {section(
        "notice",
        "Notice",
        <TextField
          label="Days of notice"
          hint="From today until the first day on which a price may begin; empty: no notice"
          inputMode="decimal"
          {...text("notice")}
        />,
      )}
      {section(
        "limits",
        "Limits",
        <>
          <div class="pair">
            <TextField
              label="Most increase, percent"
              hint="Empty: any"
              inputMode="decimal"
              {...text("increase")}
            />
            <TextField
              label="Most decrease, percent"
              hint="Empty: any"
              inputMode="decimal"
              {...text("decrease")}
            />
          </div>
          <label class="check">
            <input
              type="checkbox"
              checked={draft.mapAtMostMsrp}
              onChange={(event) => onChange({ mapAtMostMsrp: event.currentTarget.checked })}
            />
            MAP is at most MSRP
          </label>
        </>,
      )}
      {section(
        "endings",
        "Endings",
        <>
          <TextField
            label="Prices end in one of"
            hint="0.95 allows 19.95; 9.95 allows 19.95 and not 15.95; 4.95, 9.95 go in steps of 5. Empty: any"
            {...text("endings")}
          />
          {mayWrite && (
            <p class="actions">
              {endingChoices.map(([name, endings]) => (
                <Button
                  key={name}
                  class="small"
                  aria-pressed={draft.endings === endings}
                  onClick={() => onChange({ endings })}
                >
                  {name}
                </Button>
              ))}
            </p>
          )}
        </>,
      )}
      {section(
        "types",
        "Price types",
        <TextField
          label="Types that the brand uses"
          hint="Several with commas: MAP, MSRP. Empty: those that it has had prices of"
          {...text("types")}
        />,
      )}
      {section(
        "blackouts",
        "Blackouts",
        <Blackouts
          {...{ faults, mayWrite }}
          blackouts={draft.blackouts}
          onChange={(blackouts) => onChange({ blackouts })}
        />,
      )}
      {section(
        "enforcement",
        "What breaks a rule",
        <Choices
          label="What breaks a rule"
          value={draft.enforcement}
          options={[
            ["warn", "Is warned of"],
            ["block", "Is blocked"],
          ]}
          onChoose={(enforcement) => onChange({ enforcement })}
        />,
      )}
    </fieldset>
  )
}
