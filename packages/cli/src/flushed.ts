import type { Writable } from "node:stream"

/** Waits until all that was written is out: a process that ends before keeps the rest from a pipe that is read slowly. */
export const flushed = (...outputs: ReadonlyArray<Writable>): Promise<unknown> =>
  Promise.all(outputs.map((output) => new Promise<void>((resolve) => void output.write("", () => resolve()))))
