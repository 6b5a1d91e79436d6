import { readFileSync } from "node:fs"
import http from "node:http"
import { isDeepStrictEqual } from "node:util"

/** A request to the reference service and its answer, as recorded in the fixture. */
export interface RecordedCase {
  readonly id: string
  readonly operation: string
  readonly name: string
  readonly method: string
  readonly target: string
  readonly headers: ReadonlyArray<readonly [string, string]>
  readonly body?: string
  readonly body_base64?: string
  readonly tags?: ReadonlyArray<string>
  readonly expect: Expectation & { readonly h11?: Expectation; readonly py311?: Expectation }
}

interface Expectation {
  readonly status: number
  readonly text: string
  readonly allow?: string
  readonly location?: string
  /** The list that the reference would have sent, had it not failed to write it. */
  readonly lenient?: { readonly detail: ReadonlyArray<Entry> }
}

export interface Entry {
  readonly type: string
  readonly loc: ReadonlyArray<string | number>
  readonly msg: string
  readonly input: unknown
  readonly ctx?: Readonly<Record<string, unknown>>
}

export const recordedCases: ReadonlyArray<RecordedCase> = readFileSync(
  new URL("../fixtures/validation-examples.jsonl", import.meta.url),
  "utf8",
)
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line))

export interface Answer {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly text: string
}

/** Sends a request with its target and headers byte for byte, which `fetch` would normalize. */
export const send = (origin: string, request: Omit<RecordedCase, "id" | "operation" | "name" | "expect">) =>
  new Promise<Answer>((resolve, reject) => {
    const { host, hostname, port } = new URL(origin)
    const { method, target: path, body, body_base64 } = request
    const headers = [["host", host], ["connection", "close"], ...request.headers].flat()
    const sent = http.request({ hostname, port, method, path, headers, agent: false }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk) => chunks.push(chunk))
      response.on("error", reject)
      response.on("end", () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          text: Buffer.concat(chunks).toString("utf8"),
        }),
      )
    })
    sent.on("error", reject)
    sent.end(body_base64 === undefined ? body : Buffer.from(body_base64, "base64"))
  })

/** Where we are stricter or laxer than the reference on purpose, the entries that only one side gives. */
const isDeliberate = ({ type, loc }: Entry): boolean =>
  type === "datetime_from_date_parsing" ||
  type === "finite_number" ||
  (type === "value_error" && loc.at(-1) === "source_field") ||
  (type === "greater_than_equal" && loc.at(-1) === "amount") ||
  (["missing", "too_short"].includes(type) && isDeepStrictEqual(loc, ["body", "column_mappings"])) ||
  (["missing", "list_type"].includes(type) && isDeepStrictEqual(loc, ["body", "price_types"]))

/** What differs between the answer and what the reference said; `undefined` when nothing does. */
export const difference = ({ method, tags, expect }: RecordedCase, answer: Answer): string | undefined => {
  const isChoice = tags?.some((tag) => tag.startsWith("choice:")) ?? false
  const compare = (wanted: Expectation): string | undefined => {
    const entries = (detail: ReadonlyArray<Entry>) =>
      isChoice ? detail.filter((entry) => !isDeliberate(entry)) : detail
    const wantedEntries = entries(
      wanted.status === 422 ? JSON.parse(wanted.text).detail : (wanted.lenient?.detail ?? []),
    )
    const givenEntries = entries(answer.status === 422 ? JSON.parse(answer.text).detail : [])
    if (!isDeepStrictEqual(normal(givenEntries), normal(wantedEntries))) return answer.text
    if (wantedEntries.length > 0 || (isChoice && answer.status === 422)) return undefined
    // What is valid may still name a key that this server does not know.
    if ((wanted.status === 200 || isChoice) && [200, 404].includes(answer.status)) return undefined
    if (answer.status !== wanted.status) return `status ${answer.status}`
    if (answer.headers.allow !== wanted.allow) return `allow ${answer.headers.allow}`
    if (pathOf(answer.headers.location) !== pathOf(wanted.location))
      return `location ${answer.headers.location}`
    // The bodies of refusals that never reach an application are the HTTP parser's own.
    const isOurs = wanted.status !== 200 && method !== "HEAD" && wanted.text.startsWith("{")
    if (isOurs && answer.text !== wanted.text) return answer.text
    return undefined
  }
  const [first, ...others] = [expect, expect.h11, expect.py311].flatMap((each) => each ?? []).map(compare)
  return others.includes(undefined) && others.length > 0 ? undefined : first
}

/** JSON again, in which -0 is 0. */
const normal = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const pathOf = (location: string | undefined): string | undefined => {
  if (location === undefined) return undefined
  const { pathname, search } = new URL(location, "http://reference")
  return pathname + search
}
