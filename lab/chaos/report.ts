/** What may not have happened in any trial. */
const never = ["lost", "doubled", "orphans", "wrong", "foreign", "gaps"]

/** Ends a trial with its line of figures; the exit code is 0 if nothing happened that may not. */
export const report = (
  trial: string,
  seed: number | undefined,
  figures: Readonly<Record<string, number | string>>,
): void => {
  const words = Object.entries(figures).map(([name, figure]) => `${name} ${figure}`)
  console.log(`${trial}: ${words.join(", ")}${seed === undefined ? "" : ` (--seed ${seed})`}`)
  process.exitCode = never.every((name) => (figures[name] ?? 0) === 0) ? 0 : 1
}
