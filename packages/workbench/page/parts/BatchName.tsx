import { nameFault } from "../format/batchName.ts"
import { TextField } from "./Field.tsx"

interface BatchNameProps {
  readonly value: string
  readonly placeholder?: string
  readonly onInput: (name: string) => void
}

/** What a batch is to be called. */
export const BatchName = ({ value, placeholder = "such as Winter prices", onInput }: BatchNameProps) => (
  <TextField
    label="Name of the batch"
    placeholder={placeholder}
    value={value}
    fault={nameFault(value)}
    onInput={(event) => onInput(event.currentTarget.value)}
  />
)
