import type { AddressInfo } from "node:net"
import { createServer } from "node:net"
import { Effect } from "effect"

/**
 * The port to listen on, a free one for 0. Fails at once where it cannot be listened on, before a database is opened or
 * brought to this version in vain.
 */
export const choosePort = (host: string, port: number): Effect.Effect<number, Error> =>
  Effect.callback((resume) => {
    const probe = createServer().once("error", (error) => resume(Effect.fail(error)))
    probe.listen(port, host, () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resume(Effect.succeed(port)))
    })
  })
