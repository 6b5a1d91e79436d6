import type { Attack } from "./Attack.ts"

const long = 60_000
const get = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`
const words = {
  "60,000 slashes": get("/".repeat(long)),
  "60,000 slashes, and one more behind something": get(`${"/".repeat(long)}x/`),
  "60,000 slashes in an operation's path": get(`/api/products/${"/".repeat(long)}x`),
  "60,000 slashes behind a route": get(`/healthz${"/".repeat(long)}x`),
  "20,000 escaped slashes": get(`/api/products/${"%2F".repeat(20_000)}x`),
  "20,000 broken escapes": get(`/api/products/${"%FF".repeat(20_000)}/variants/search?q=x`),
  "broken escapes below the page's files": get(`/assets/${"%FF".repeat(20_000)}`),
  "broken escapes below files": get(`/files/${"%FF".repeat(20_000)}`),
  "30,000 query parameters": get(
    `/api/products/P0/variants/search?q=x${"&".repeat(30_000)}${"a&".repeat(15_000)}`,
  ),
  "a long accept header": get("/nowhere", `Accept: ${",;".repeat(30_000)}\r\n`),
  "a long host": `GET /healthz HTTP/1.1\r\nHost: ${"[".repeat(long)}\r\n\r\n`,
  "a long authorization": get("/api/jobs/x", `Authorization: Bearer${" ".repeat(long)}\r\n`),
  "a long cookie": get("/api/jobs/x", `Cookie: ${"a=b;".repeat(15_000)}\r\n`),
  "a long content type": `POST /api/products/export-async HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/${"+json/".repeat(10_000)}\r\nContent-Length: 2\r\n\r\n{}`,
  "a long range": get("/files/x?y", `Range: bytes=${"9".repeat(long)}\r\n`),
  "3,000 headers": get("/api/jobs/x", Array.from({ length: 3_000 }, (_, i) => `X-${i}: 1\r\n`).join("")),
}

/** What costs the caller 60 kB and no credentials. */
export const paths: ReadonlyArray<Attack> = Object.entries(words).map(([name, message]) => ({
  name: `unauthenticated: ${name}`,
  run: ({ speak }) => speak(message),
}))
