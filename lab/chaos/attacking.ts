import type { TokenIssuer } from "../../packages/http-adapter/test/support/TokenIssuer.ts"
import type { Attack } from "./attacks/Attack.ts"
import { AttackedServer } from "./attacks/AttackedServer.ts"
import { type Timed, verdict, verdictInAll } from "./attacks/verdict.ts"

export interface Siege {
  readonly attacks: ReadonlyArray<Attack>
  /** What the server is started with: where its data is, and its database where that is not embedded. */
  readonly env: Readonly<Record<string, string>>
  /** Whose tokens authenticate callers; without it everybody may call. */
  readonly issuer?: TokenIssuer
  /** How long each attack goes on; once at least. */
  readonly seconds: number
  readonly timed: Timed
  /** Only attacks whose name holds it. */
  readonly only?: string
  readonly tell?: (line: string) => void
}

/** Sends every attack to one server while other organizations work, and tells what did not hold. */
export const besiege = async ({
  attacks,
  env,
  issuer,
  seconds,
  timed,
  only = "",
  tell = () => {},
}: Siege) => {
  const chosen = attacks.filter(({ name }) => name.includes(only))
  const wrong: Array<string> = []
  let sent = 0
  if (chosen.length === 0) return { attacks: sent, wrong }
  const server = await AttackedServer.start(env, issuer)
  try {
    // the first calls of a process are slow
    await server.quiet(Math.min(2, seconds))
    const quiet = await server.quiet(seconds)
    tell(
      `  quiet: p99 ${Math.round(quiet.p99)} ms, /healthz at most ${Math.round(quiet.stall)} ms, new connections ${Math.round(quiet.fresh)} ms`,
    )
    const attacked = async (attack: Attack) => {
      const outcome = await server.attack(attack, seconds)
      const { stall, fresh, p99, memory, memoryInAll, statuses } = outcome
      const answers = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
      tell(
        `  ${attack.name}: /healthz ${Math.round(stall)} ms, new connections ${Math.round(fresh)} ms, p99 ${Math.round(p99)} ms, +${memory} MB (+${memoryInAll}), ${answers.join(", ")}`,
      )
      return (judged: Timed) => verdict(attack, outcome, quiet, judged)
    }
    for (const attack of chosen) {
      const faults = await attacked(attack)
      sent++
      // what keeps others waiting does so again; what the rest of the machine did for a second does not
      const isSlow = faults(timed).length > faults("none").length
      wrong.push(
        ...(isSlow && server.lives ? [...faults("none"), ...(await attacked(attack))(timed)] : faults(timed)),
      )
      if (!server.lives) {
        wrong.push(`${attack.name}: the process ended: ${server.output().slice(-1000)}`)
        break
      }
    }
    if (server.lives) {
      tell(`  left: +${server.left} MB`)
      wrong.push(...verdictInAll(server.left))
    }
  } finally {
    await server.stop()
  }
  return { attacks: sent, wrong }
}
