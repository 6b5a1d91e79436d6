import { Effect } from "effect"
import { expect, it, onTestFinished } from "vitest"
import { overServers } from "../lab/chaos/overServers.ts"
import { startFolder } from "../lab/chaos/startTrial.ts"
import { TokenIssuer } from "../packages/http-adapter/test/support/TokenIssuer.ts"
import { PostgresServer } from "../packages/postgres/test/support/PostgresServer.ts"
import { testServer } from "../packages/postgres/test/support/testServer.ts"

it.skipIf(testServer.unavailable !== undefined)(
  "of two servers one that is down fails its own organizations alone, and one that moves between them loses nothing",
  async () => {
    const folder = startFolder(onTestFinished)
    const [first, other] = await Promise.all([PostgresServer.create(), PostgresServer.create()])
    onTestFinished(async () => void (await Promise.all([first.dispose(), other.dispose()])))
    const run = (issuer: TokenIssuer) =>
      overServers([first, other], issuer, folder, { rounds: 1, time: 500, callers: 1 })
    const { wrong, lost, doubled, gaps, foreign } = await Effect.runPromise(
      Effect.scoped(Effect.flatMap(TokenIssuer.make, (issuer) => Effect.promise(() => run(issuer)))),
    )
    expect({ wrong, lost, doubled, gaps, foreign }).toEqual({
      wrong: [],
      lost: 0,
      doubled: 0,
      gaps: 0,
      foreign: 0,
    })
  },
)
