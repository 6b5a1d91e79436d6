const most = 8

/** What is asked of each, some at a time. */
export const someAtATime = async <Of, A>(
  all: ReadonlyArray<Of>,
  ask: (each: Of) => Promise<A>,
): Promise<ReadonlyArray<A>> => {
  const found: Array<A> = []
  for (let at = 0; at < all.length; at += most)
    found.push(...(await Promise.all(all.slice(at, at + most).map(ask))))
  return found
}
