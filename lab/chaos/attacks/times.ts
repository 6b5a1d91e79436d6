/** Does it some times at once. */
export const times = <A>(count: number, each: (index: number) => Promise<A>) =>
  Promise.all(Array.from({ length: count }, (_, index) => each(index)))
