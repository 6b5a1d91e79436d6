/** The items of pages, until there are as many or no more, with what their last page says of all. */
export const readPages = async <Of extends { readonly items: ReadonlyArray<unknown> }>(
  pages: AsyncIterable<Of>,
  most = Number.POSITIVE_INFINITY,
) => {
  const items: Array<Of["items"][number]> = []
  let last: Of | undefined
  for await (last of pages) {
    items.push(...last.items)
    if (items.length >= most) break
  }
  return { ...last!, items }
}
