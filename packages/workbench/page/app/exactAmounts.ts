import { nextTurn } from "./nextTurn.ts"

/** An amount as it was sent, digit by digit. Nothing calculates with it but `format/decimal.ts`. */
export type Decimal = string

type AmountName =
  | "amount"
  | "next_amount"
  | "previous"
  | "was"
  | "is"
  | "becomes"
  | "msrp"
  | "least_amount"
  | "greatest_amount"
  | "max_increase_percent"
  | "max_decrease_percent"

/** What the client gives, with amounts as they were sent. */
export type Exact<A> =
  A extends ReadonlyArray<infer Element>
    ? ReadonlyArray<Exact<Element>>
    : A extends object
      ? {
          readonly [Name in keyof A]: Name extends AmountName
            ? // records have such names too
              A[Name] extends number | null
              ? null extends A[Name]
                ? Decimal | null
                : Decimal
              : Exact<A[Name]>
            : Exact<A[Name]>
        }
      : A

/**
 * Makes texts of a JSON text's amounts, which a number could not hold: 2^53 cents are not all there is, and 19.90 is no
 * 19.9. Within a JSON text a quote, the name, a quote and a colon are a member's name and nothing else.
 */
export const withTexts = (json: string): string =>
  json.replace(
    /"((?:least_|greatest_|next_)?amount|previous|was|is|becomes|msrp|max_(?:in|de)crease_percent)":(-?\d[\d.eE+-]*)/g,
    '"$1":"$2"',
  )

/** The same, some characters a turn; no amount has the brace in it behind which a piece ends. */
export const withTextsInTurns = async (json: string, charactersATurn = 500_000): Promise<string> => {
  const pieces: Array<string> = []
  for (let at = 0; at < json.length; ) {
    const brace = json.indexOf("}", at + charactersATurn)
    const end = brace < 0 ? json.length : brace + 1
    pieces.push(withTexts(json.slice(at, end)))
    at = end
    if (at < json.length) await nextTurn()
  }
  return pieces.join("")
}

/** Parsed in a turn of its own where it is much: what is then drawn is another one. */
const parsed = async (json: string): Promise<unknown> => {
  const isMuch = json.length > 500_000
  if (isMuch) await nextTurn()
  const value: unknown = JSON.parse(json)
  if (isMuch) await nextTurn()
  return value
}

/** `fetch`, with answers whose amounts are texts. */
export const exactFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (!response.headers.get("content-type")?.includes("json")) return response
  const { status, statusText, headers } = response
  const json = await withTextsInTurns(await response.text())
  // a body would be encoded, and decoded again
  return Object.assign(new Response(null, { status, statusText, headers }), { json: () => parsed(json) })
}
