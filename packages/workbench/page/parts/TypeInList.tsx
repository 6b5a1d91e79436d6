interface TypeInListProps {
  readonly type: string
  /** Undefined where there is one list alone. */
  readonly list: string | undefined
}

/** A price type, and the price list that a price of it is in. */
export const TypeInList = ({ type, list }: TypeInListProps) => (
  <>
    {type}
    {list !== undefined && (
      <>
        {" "}
        <bdi class="muted">{list}</bdi>
      </>
    )}
  </>
)
