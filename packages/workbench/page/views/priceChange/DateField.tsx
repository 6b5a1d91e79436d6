import { useState } from "preact/hooks"
import { hasWholeYear, showWeekday } from "../../format/time.ts"
import { Button } from "../../parts/Button.tsx"
import { TextField } from "../../parts/Field.tsx"

interface DateFieldProps {
  readonly label: string
  readonly value: string
  readonly fault?: string | undefined
  readonly isLabelUnseen?: boolean
  /** What it means that there is none. */
  readonly whenEmpty?: string
  /** Says the day as an end, which is no day of it any more. */
  readonly isEnd?: boolean
  readonly onInput: (value: string) => void
}

const typeOf = (value: string): "date" | "datetime-local" | "text" =>
  value === "" || /^\d{4}-\d\d-\d\d$/.test(value)
    ? "date"
    : /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(value)
      ? "datetime-local"
      : "text"

/** The day as no one can misread it: fields show it as the browser does, month first or day first. */
const dayInWords = (value: string, isEnd: boolean): string | undefined => {
  const millis = Date.parse(`${value.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(millis) || !hasWholeYear(value)) return undefined
  const [day, time] = [showWeekday(millis, "UTC"), value.slice(11, 16)]
  const words = time ? `${day}, ${time}` : day
  return isEnd ? `ends ${time ? "" : "before "}${words}` : words
}

/** A day, or with a time of it; what has an offset is a text. */
export const DateField = ({ value, onInput, whenEmpty, isEnd = false, ...field }: DateFieldProps) => {
  // half typed it has no value, and is to keep its time
  const [isTimed, setTimed] = useState(false)
  const type = value === "" && isTimed ? "datetime-local" : typeOf(value)
  return (
    <div class="date">
      <TextField
        {...field}
        hint={value === "" ? whenEmpty : type === "text" ? undefined : dayInWords(value, isEnd)}
        type={type}
        {...(type !== "text" && { max: type === "date" ? "9999-12-31" : "9999-12-31T23:59" })}
        value={value}
        onInput={(event) => {
          setTimed(type === "datetime-local")
          onInput(event.currentTarget.value)
        }}
      />
      {(value !== "" || isTimed) && type !== "text" && (
        <Button
          class="quiet small icon"
          aria-pressed={type === "datetime-local"}
          aria-label={`${field.label}: with a time of day`}
          title="With a time of day"
          onClick={() => {
            setTimed(false)
            onInput(type === "date" ? `${value}T09:00` : value.slice(0, 10))
          }}
        >
          <svg
            width="14"
            height="14"
            viewBox="0 0 16 16"
            fill="none"
            stroke="currentColor"
            stroke-width="1.6"
            aria-hidden="true"
          >
            <circle cx="8" cy="8" r="6.2" />
            <path d="M8 4.5V8l2.4 1.6" />
          </svg>
        </Button>
      )}
    </div>
  )
}
