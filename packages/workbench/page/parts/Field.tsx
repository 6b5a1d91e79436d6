import type { ComponentChildren } from "preact"
import { useId } from "preact/hooks"

interface FieldProps {
  readonly label: string
  readonly hint?: ComponentChildren
  readonly fault?: string | undefined
  readonly isLabelUnseen?: boolean | undefined
}

/** What of the element itself is passed on. */
interface Passed<Element extends EventTarget> {
  readonly value: string
  readonly placeholder?: string
  readonly maxLength?: number
  readonly onInput?: (event: { readonly currentTarget: Element }) => void
  readonly onChange?: (event: { readonly currentTarget: Element }) => void
}

interface InputProps extends FieldProps, Passed<HTMLInputElement> {
  readonly type?: "text" | "search" | "date" | "datetime-local"
  readonly inputMode?: "decimal"
  /** The last day that a date may be: a longer year is none. */
  readonly max?: string
  /** The id of a `datalist`. */
  readonly list?: string
  readonly onKeyDown?: (event: KeyboardEvent) => void
}

/** A label, the element that it names, and below it a hint or what is wrong with what stands there. */
const Framed = ({
  label,
  hint,
  fault,
  isLabelUnseen,
  children,
}: FieldProps & { readonly children: (of: Readonly<Record<string, unknown>>) => ComponentChildren }) => {
  const id = useId()
  const below = `${id}-more`
  return (
    <div class="field">
      <label for={id} class={isLabelUnseen ? "unseen" : undefined}>
        {label}
      </label>
      {children({
        id,
        class: "input",
        spellcheck: false,
        "aria-invalid": fault !== undefined,
        "aria-describedby": below,
      })}
      <span id={below} hidden={hint === undefined && fault === undefined}>
        {fault !== undefined ? <span class="fault">{fault}</span> : <span class="hint">{hint}</span>}
      </span>
    </div>
  )
}

/** A line of text. */
export const TextField = ({ label, hint, fault, isLabelUnseen, ...input }: InputProps) => (
  <Framed {...{ label, hint, fault, isLabelUnseen }}>
    {(own) => <input autocomplete="off" {...input} {...own} />}
  </Framed>
)

interface AreaProps extends FieldProps, Passed<HTMLTextAreaElement> {
  readonly rows?: number
}

/** Lines of text. */
export const AreaField = ({ label, hint, fault, isLabelUnseen, ...area }: AreaProps) => (
  <Framed {...{ label, hint, fault, isLabelUnseen }}>{(own) => <textarea {...area} {...own} />}</Framed>
)

interface SelectProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: ReadonlyArray<readonly [value: Value, text: string]>
  readonly onChoose: (value: Value) => void
}

export const SelectField = <Value extends string>({
  label,
  hint,
  value,
  options,
  onChoose,
}: SelectProps<Value> & Pick<FieldProps, "hint">) => (
  <Framed {...{ label, hint }}>
    {(own) => (
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value as Value)} {...own}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Framed>
)

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
