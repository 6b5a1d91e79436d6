import { Choices } from "./Field.tsx"

export type FileFormat = "xlsx" | "csv"

interface FileChoiceProps {
  readonly value: FileFormat
  readonly onChoose: (format: FileFormat) => void
}

/** Which kind of file. */
export const FileChoice = (props: FileChoiceProps) => (
  <Choices
    label="File"
    options={[
      ["xlsx", "Excel"],
      ["csv", "CSV"],
    ]}
    {...props}
  />
)
