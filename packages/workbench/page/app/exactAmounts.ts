/** An amount as it was sent, digit by digit. Nothing calculates with it but `format/decimal.ts`. */
export type Decimal = string

type AmountName = "amount" | "previous" | "msrp"

/** What the client gives, with amounts as they were sent. */
export type Exact<A> =
  A extends ReadonlyArray<infer Element>
    ? ReadonlyArray<Exact<Element>>
    : A extends object
      ? {
          readonly [Name in keyof A]: Name extends AmountName
            ? null extends A[Name]
              ? Decimal | null
              : Decimal
            : Exact<A[Name]>
        }
      : A

/**
 * Makes texts of a JSON text's amounts, which a number could not hold: 2^53 cents are not all there is, and 19.90 is no
 * 19.9. Within a JSON text a quote, the name, a quote and a colon are a member's name and nothing else.
 */
export const withTexts = (json: string): string =>
  json.replace(/"(amount|previous|msrp)":(-?\d[\d.eE+-]*)/g, '"$1":"$2"')

/** `fetch`, with answers whose amounts are texts. */
export const exactFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (!response.headers.get("content-type")?.includes("json")) return response
  const { status, statusText, headers } = response
  return new Response(withTexts(await response.text()), { status, statusText, headers })
}
