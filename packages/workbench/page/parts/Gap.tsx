/** Keeps the place of columns that are not drawn. */
export const Gap = ({ columns }: { readonly columns: number }) =>
  columns > 0 ? <span aria-hidden="true" style={{ gridColumn: `span ${columns}` }} /> : null
