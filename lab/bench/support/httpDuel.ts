import { ok } from "node:assert/strict"
import { isDeepStrictEqual } from "node:util"
import type postgres from "postgres"
import type { LoadFigures } from "./load.ts"
import { load, middle, withServices } from "./withServices.ts"

export interface Question {
  readonly name: string
  readonly path: string
  readonly body?: unknown
  /** How many ask at once, by turns. */
  readonly connections?: ReadonlyArray<number>
}

export interface DuelRow {
  readonly question: string
  readonly connections: number
  readonly ours: LoadFigures
  readonly theirs: LoadFigures
}

export interface Duel {
  readonly rows: ReadonlyArray<DuelRow>
  /** Peak resident memory of the two processes in bytes, after all of it. */
  readonly memory: { readonly ours: number; readonly theirs: number }
}

const answerOf = async (url: string, { path, body }: Question): Promise<unknown> => {
  const response = await fetch(
    url + path,
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
  )
  const { as_of: _, ...answer } = (await response.json()) as Record<string, unknown>
  return { status: response.status, ...answer }
}

/** What the answer has of another's members: ours may tell more than the hand-written server was made for. */
const alike = (answer: unknown, other: unknown): unknown => {
  if (Array.isArray(answer) && Array.isArray(other))
    return answer.map((each, index) => alike(each, other[index]))
  if (typeof answer !== "object" || typeof other !== "object" || !answer || !other) return answer
  return Object.fromEntries(
    Object.entries(answer)
      .filter(([name]) => name in other)
      .map(([name, value]) => [name, alike(value, (other as Record<string, unknown>)[name])]),
  )
}

/** So long each server is asked before anything is measured: V8 goes on compiling, and asks less processor time from then on. */
const warmUp = 15_000

/**
 * Puts the questions to Hangtag and to the hand-written server over one real Postgres server that `seed` filled,
 * one after the other in turns, when their answers are found equal.
 */
export const httpDuel = async (
  seed: (sql: postgres.Sql) => Promise<void>,
  questions: ReadonlyArray<Question>,
  { rounds = Number(process.env.BENCH_ROUNDS ?? 3), milliseconds = 1_000 } = {},
): Promise<Duel> =>
  withServices(seed, ["lab/bench/peers/fastifyServer.ts"], async (ours, theirs) => {
    const contenders = [
      ["ours", ours],
      ["theirs", theirs!],
    ] as const
    const bodyOf = ({ body }: Question) => (body === undefined ? undefined : JSON.stringify(body))
    for (const question of questions)
      for (const [, { url }] of contenders) {
        const each = warmUp / questions.length
        await load({ url, path: question.path, body: bodyOf(question), connections: 16, milliseconds: each })
      }
    const rows: Array<DuelRow> = []
    for (const question of questions) {
      const [our, their] = await Promise.all(contenders.map(([, { url }]) => answerOf(url, question)))
      ok(isDeepStrictEqual(alike(our, their), their), `${question.name}: not the same answer`)
      const body = bodyOf(question)
      for (const count of question.connections ?? [1, 16, 64]) {
        const runs: Record<"ours" | "theirs", Array<LoadFigures>> = { ours: [], theirs: [] }
        for (let round = 0; round <= rounds; round++)
          for (const [name, { url }] of round % 2 === 0 ? contenders : contenders.toReversed())
            runs[name].push(await load({ url, path: question.path, body, connections: count, milliseconds }))
        // the first round reads what is asked for
        const row = {
          question: question.name,
          connections: count,
          ours: middle(runs.ours.slice(1)),
          theirs: middle(runs.theirs.slice(1)),
        }
        rows.push(row)
        console.error(
          `${question.name}, ${count}: ${row.ours.perSecond.toFixed(0)}/s, theirs ${row.theirs.perSecond.toFixed(0)}/s`,
        )
      }
    }
    return { rows, memory: { ours: ours.peakMemory(), theirs: theirs!.peakMemory() } }
  })
