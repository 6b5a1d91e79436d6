import { toWebHandler } from "@hangtag/http-adapter"
import { holidayMarkdown, makeTestHangtag } from "@hangtag/testkit"

/** What a host that mounts the API answers: its document, and why an empty batch cannot be published. */
export const answers = async () => {
  const hangtag = await makeTestHangtag({ seed: holidayMarkdown })
  const authenticate = () => hangtag.principal
  const handle = toWebHandler(hangtag, {
    docs: true,
    authenticate: () => ({ ...authenticate(), permissions: [...authenticate().permissions] }),
  })
  await hangtag.createPriceBatch(hangtag.principal, { key: "EMPTY", kind: "price_change" })
  const ask = async (path: string, method = "GET") => {
    const answer = await handle(new Request(`http://localhost${path}`, { method }))
    return [answer?.status, await answer?.text()] as const
  }
  const found = {
    document: await ask("/openapi.json"),
    page: (await ask("/docs"))[0],
    empty: await ask("/api/pricing/batches/EMPTY/publish", "POST"),
  }
  await hangtag.close()
  return found
}
