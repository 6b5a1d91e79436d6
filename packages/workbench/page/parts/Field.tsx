import type { ComponentChildren } from "preact"
import { useId } from "preact/hooks"

interface FieldProps {
  readonly label: string
  readonly hint?: ComponentChildren
  readonly fault?: string | undefined
  readonly isLabelUnseen?: boolean
}

/** What of the element itself is told. */
interface Told<Element extends EventTarget> {
  readonly value: string
  readonly placeholder?: string
  readonly maxLength?: number
  readonly onInput?: (event: { readonly currentTarget: Element }) => void
  readonly onChange?: (event: { readonly currentTarget: Element }) => void
}

interface InputProps extends FieldProps, Told<HTMLInputElement> {
  readonly type?: "text" | "search" | "date" | "datetime-local"
  readonly inputMode?: "decimal"
  /** The id of a `datalist`. */
  readonly list?: string
}

/** A field with its label, its hint, and what is wrong with what stands in it. */
export const TextField = ({ label, hint, fault, isLabelUnseen, ...input }: InputProps) => {
  const id = useId()
  return (
    <div class="field">
      <label for={id} class={isLabelUnseen ? "unseen" : undefined}>
        {label}
      </label>
      <input
        autocomplete="off"
        spellcheck={false}
        {...input}
        id={id}
        class="input"
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-more`}
      />
      <Below id={`${id}-more`} hint={hint} fault={fault} />
    </div>
  )
}

const Below = ({
  id,
  hint,
  fault,
}: {
  readonly id: string
  readonly hint: ComponentChildren
  readonly fault: string | undefined
}) => (
  <span id={id} hidden={hint === undefined && fault === undefined}>
    {fault !== undefined ? <span class="fault">{fault}</span> : <span class="hint">{hint}</span>}
  </span>
)

interface AreaProps extends FieldProps, Told<HTMLTextAreaElement> {
  readonly rows?: number
}

export const AreaField = ({ label, hint, fault, isLabelUnseen, ...area }: AreaProps) => {
  const id = useId()
  return (
    <div class="field">
      <label for={id} class={isLabelUnseen ? "unseen" : undefined}>
        {label}
      </label>
      <textarea
        spellcheck={false}
        {...area}
        id={id}
        class="input"
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-more`}
      />
      <Below id={`${id}-more`} hint={hint} fault={fault} />
    </div>
  )
}

interface SelectProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: ReadonlyArray<readonly [value: Value, text: string]>
  readonly onChoose: (value: Value) => void
}

export const SelectField = <Value extends string>({
  label,
  value,
  options,
  onChoose,
}: SelectProps<Value>) => {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        class="input"
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value as Value)}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

/** A few choices side by side, one of which holds. */
export const Choices = <Value extends string>({ label, value, options, onChoose }: SelectProps<Value>) => {
  const name = useId()
  return (
    <fieldset class="choices">
      <legend class="unseen">{label}</legend>
      {options.map(([each, text]) => (
        <label key={each}>
          <input type="radio" name={name} checked={each === value} onChange={() => onChoose(each)} />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
