import { performance } from "node:perf_hooks"

/**
 * Lets contenders take turns, so that whatever else the machine does meets all of them alike.
 *
 * Every other round goes backwards: none always runs behind the same one.
 */
export const interleave = async <Name extends string>(
  contenders: Readonly<Record<Name, () => number | Promise<number>>>,
  rounds: number,
): Promise<Record<Name, Array<number>>> => {
  const names = Object.keys(contenders) as Array<Name>
  const figures = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    Array<number>
  >
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      figures[name].push(await contenders[name]())
    }
  }
  return figures
}

/** Milliseconds that the work takes. */
export const timed = async (work: () => unknown): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}
