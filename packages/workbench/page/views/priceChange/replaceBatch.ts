import { api } from "../../app/api.ts"

/**
 * Generates in the place of an open batch: its own drafts would be collisions otherwise. That the new lines can be written
 * is tried before the batch is discarded, so that a refusal leaves it as it is. Pressed again after a lost answer it goes
 * on where it was: a batch that is discarded is not tried again.
 */
export const replaceBatch = async <A>(
  batch_key: string,
  tryOut: (batch_key: string) => Promise<{ readonly problem: string | null }>,
  generate: () => Promise<A>,
): Promise<A> => {
  const { status, published_by } = await api.getPriceBatch({ key: batch_key })
  if (status === "published")
    throw new Error(
      `${batch_key} was published meanwhile by ${published_by}: choose “As a new batch” to change its prices again.`,
    )
  if (status === "open") {
    const { problem } = await tryOut(batch_key)
    if (problem !== null) throw new Error(problem)
    await api.discardPriceBatch({ key: batch_key })
  }
  return generate()
}
