import type { TestRequest } from "./TestServer.ts"

/** The request with a price list named, wherever it can name one. */
export const naming = (request: TestRequest, list: string): TestRequest => {
  const { body } = request as { body?: { lines?: ReadonlyArray<object>; price_list?: string } }
  if (body?.lines !== undefined)
    return { ...request, body: { ...body, lines: body.lines.map((line) => ({ ...line, price_list: list })) } }
  if (body?.price_list !== undefined) return { ...request, body: { ...body, price_list: list } }
  const [path, query = ""] = request.target.split("?")
  return { ...request, target: `${path}?${query === "" ? "" : `${query}&`}price_list=${list}` }
}
