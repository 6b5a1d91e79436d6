import { tellFailure } from "../app/notices.ts"
import { isLost } from "../app/useAsk.ts"
import { messageOf } from "../format/messageOf.ts"

/** Why something was not done; `what`: before the reason. */
export const tellError = (error: unknown, what = ""): void =>
  tellFailure(what + (isLost(error) ? "The server did not answer: try again." : messageOf(error as Error)))
