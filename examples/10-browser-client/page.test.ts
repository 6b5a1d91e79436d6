import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { afterAll, expect, it } from "vitest"
import { browserPath, visit } from "../../packages/http-adapter/test/support/browser.ts"
import { hangtag, server } from "./server.ts"

afterAll(async () => {
  server.close()
  server.closeAllConnections()
  await hangtag.close()
})

it.skipIf(browserPath === undefined)(
  `a page uses the API through the typed client${browserPath === undefined ? " (skipped: this machine has no Chromium)" : ""}`,
  async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const seen = await Effect.runPromise(Effect.scoped(visit(url, "changed; No such job: no-such")))
    // the browser tells of the 404 that the page asks for
    expect(seen.complaints.filter((text) => !text.includes("404"))).toEqual([])
    expect(seen.requests).toContain(`${url}catalog/api/products/BOOT/variants/search?q=black`)
  },
)
