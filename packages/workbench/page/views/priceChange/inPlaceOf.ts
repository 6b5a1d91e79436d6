import { HangtagError } from "@hangtag/client"
import { api } from "../../app/api.ts"

/** Generates in the place of an open batch, empty for none; says by whom that one is open no more. */
export const inPlaceOf = async <A>(batch_key: string, generate: () => Promise<A>): Promise<A> => {
  try {
    return await generate()
  } catch (error) {
    if (batch_key === "" || !(error instanceof HangtagError) || error.status !== 409) throw error
    const now = await api.getPriceBatch({ batch_key }).catch(() => undefined)
    if (now === undefined || now.status === "open") throw error
    throw new Error(
      `${batch_key} was ${now.status} meanwhile by ${now.published_by ?? now.discarded_by ?? "another person"}: choose “As a new batch” to write these lines all the same.`,
    )
  }
}
