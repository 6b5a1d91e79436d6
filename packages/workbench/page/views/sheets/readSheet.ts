/** A file that was chosen, as it was then. */
export interface Chosen {
  /** Tells it from every other that was chosen, one of the same name too. */
  readonly id: string
  readonly name: string
  readonly file: Blob
}

const mostBytes = 20 * 1024 ** 2

/** Reads a file at once: what is saved into it later would be another. Fails with a sentence. */
export const readSheet = async (file: File): Promise<Chosen> => {
  // a server may hang up on what is too large before it has said so
  if (file.size > mostBytes)
    throw new Error(
      `${file.name} has more than 20 MiB, the most that is taken: take it in parts, a sheet of fewer products each`,
    )
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Error(`${file.name} cannot be read: close it where it is open, and choose it again`)
  })
  // without its type, which says Excel for a csv where Excel is installed: the server looks into it
  return { id: crypto.randomUUID(), name: file.name, file: new Blob([bytes]) }
}
