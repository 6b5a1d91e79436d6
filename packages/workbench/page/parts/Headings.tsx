interface HeadingsProps {
  readonly names: ReadonlyArray<string>
  /** Those above amounts and counts. */
  readonly numbers?: ReadonlyArray<string>
}

/** The headings of a table's columns. */
export const Headings = ({ names, numbers = [] }: HeadingsProps) => (
  <thead>
    <tr>
      {names.map((name) => (
        <th scope="col" key={name} class={numbers.includes(name) ? "number" : undefined}>
          {name}
        </th>
      ))}
    </tr>
  </thead>
)

/** The same, of `Rows`. */
export const ColumnHeads = ({ names, numbers = [] }: HeadingsProps) => (
  <>
    {names.map((name) => (
      <span role="columnheader" key={name} class={numbers.includes(name) ? "number" : ""}>
        {name}
      </span>
    ))}
  </>
)
