import { describe, expect, it } from "vitest"
import { endpointRoutes } from "../../src/server/endpoints.ts"
import { makeRouting, type Routed, withoutTrailingSlashes } from "../../src/validation/routing.ts"

const find = makeRouting([
  { method: "PATCH", path: "/api/products/crawl-discoveries/:job_id/:discovery_id", isRecorded: true },
  { method: "GET", path: "/api/products/:product_key/variants/search", isRecorded: true },
  { method: "POST", path: "/api/jobs/:job_id/cancel" },
  { method: "GET", path: "/api/price-lists/:price_list" },
  { method: "PATCH", path: "/api/price-lists/:price_list" },
  { method: "GET", path: "/api/v1.0/(odd)" },
  { method: "GET", path: "/api/products/export-fields" },
  { method: "POST", path: "/api/products/export-async", isRecorded: true },
  { method: "GET", path: "/api/products/:product_key", isLast: true },
  { method: "GET", path: "/docs" },
  { method: "HEAD", path: "/docs" },
  { method: "GET", path: "/files/*" },
  { method: "GET", path: "/" },
])

const written = (routed: Routed): string => {
  switch (routed._tag) {
    case "Found":
      return `found ${routed.path}`
    case "Redirect":
      return `redirect ${routed.path}`
    case "MethodNotAllowed":
      return `allow ${routed.allow}`
    case "NotFound":
      return "not found"
  }
}

describe("a request", () => {
  it.each([
    ["GET", "/docs", "found /docs"],
    ["HEAD", "/docs", "found /docs"],
    ["POST", "/docs", "allow GET, HEAD"],
    ["OPTIONS", "/docs", "allow GET, HEAD"],
    ["GET", "/", "found /"],
    ["GET", "/nope", "not found"],
    ["GET", "/files/%FF", "not found"],
    ["GET", "/files/a%", "not found"],
    ["GET", "/nope/", "not found"],
    ["GET", "*", "not found"],
    ["GET", "/DOCS", "not found"],
    ["GET", "//docs", "not found"],
    ["GET", "/./docs", "not found"],
    ["GET", "/docs%20", "not found"],
    ["GET", "/docs%0A", "found /docs"],
    ["GET", "/%64ocs", "found /docs"],
    ["GET", "/api/v1.0/(odd)", "found /api/v1.0/(odd)"],
    ["GET", "/api/v1x0/(odd)", "not found"],
    ["GET", "/files/a/b%2Fc", "found /files/a/b%2Fc"],
    ["PUT", "/files/a", "allow GET"],
    ["POST", "/api/price-lists/EU", "allow GET, PATCH"],
    ["POST", "/api/price-lists/EU%2Fnorth", "allow GET, PATCH"],
  ])("for %s %s: %s", (method, path, expected) => expect(written(find(method, path))).toBe(expected))

  it.each([
    ["a%20b", "a%20b"],
    ["a+b", "a%2Bb"],
    ["a%", "a%25"],
    ["%ZZ", "%25ZZ"],
    ["a%252Fb", "a%252Fb"],
    ["a%3Fb", "a%3Fb"],
    ["a%00b", "a%00b"],
    ["a<b`|\\", "a%3Cb%60%7C%5C"],
    ["%C3%A9%F0%9F%98%80", "%C3%A9%F0%9F%98%80"],
    ["%FF", "%EF%BF%BD"],
    ["%ED%A0%80", "%EF%BF%BD%EF%BF%BD%EF%BF%BD"],
    ["%EF%BB%BFa", "%EF%BB%BFa"],
    ["..", ".."],
    ["*", "*"],
    ["__proto__", "__proto__"],
    ["a%0A", "a%0A"],
  ])("keeps the parameter %s as %s", (sent, canonical) =>
    expect(written(find("POST", `/api/jobs/${sent}/cancel`))).toBe(`found /api/jobs/${canonical}/cancel`),
  )

  it.each(["", "a/b"])("has no parameter %j", (sent) =>
    expect(written(find("POST", `/api/jobs/${sent}/cancel`))).toBe("not found"),
  )

  it.each(["", "%2F", "a%2Fb", "a/b"])("has no parameter %j where the route is recorded", (sent) =>
    expect(written(find("GET", `/api/products/${sent}/variants/search`))).toBe("not found"),
  )

  it.each([
    ["POST", "a%2Fb/cancel", "found /api/jobs/a%2Fb/cancel"],
    ["POST", "%2F/cancel", "found /api/jobs/%2F/cancel"],
    ["POST", "a%2Fcancel/cancel", "found /api/jobs/a%2Fcancel/cancel"],
    ["POST", "a%2Fcancel", "found /api/jobs/a/cancel"],
    ["GET", "a%2Fb/cancel", "allow POST"],
    ["POST", "a%2Fb%2Fcancel", "not found"],
  ])("for %s of the job %s: %s", (method, rest, expected) =>
    expect(written(find(method, `/api/jobs/${rest}`))).toBe(expected),
  )

  it("goes to the first of two routes that match, which names the method of a 405 where it is recorded", () => {
    const path = "/api/products/crawl-discoveries/variants/search"
    expect(written(find("PATCH", path))).toBe(`found ${path}`)
    expect(written(find("GET", path))).toBe(`found ${path}`)
    expect(written(find("POST", path))).toBe("allow PATCH")
  })

  it.each([
    ["GET", "export-fields", "found /api/products/export-fields"],
    ["GET", "export%2Dfields", "found /api/products/export-fields"],
    ["GET", "export-async", "allow POST"],
    ["POST", "export-async", "found /api/products/export-async"],
    ["GET", "export-async2", "found /api/products/export-async2"],
    ["POST", "P1", "not found"],
    ["GET", "", "not found"],
    ["GET", "P1/", "not found"],
    ["GET", "a/b", "not found"],
    ["GET", "a%2Fb", "found /api/products/a%2Fb"],
    ["GET", "a%2fb%2F", "found /api/products/a%2Fb%2F"],
    ["GET", "%2F", "found /api/products/%2F"],
    ["GET", "a%2Fb/c", "not found"],
    ["GET", "50%25%2F2%C3%A9", "found /api/products/50%25%2F2%C3%A9"],
    ["GET", "%252F", "found /api/products/%252F"],
    ["GET", "a%2Fvariants%2Fsearch", "found /api/products/a%2Fvariants%2Fsearch"],
    ["GET", "a/variants%2Fsearch", "found /api/products/a/variants/search"],
    ["GET", "crawl-discoveries%2FJ%2FD", "found /api/products/crawl-discoveries%2FJ%2FD"],
    ["PATCH", "crawl-discoveries%2FJ%2FD", "found /api/products/crawl-discoveries/J/D"],
    ["GET", "crawl-discoveries/J/D", "allow PATCH"],
    ["PATCH", "a%2Fb", "not found"],
  ])("for %s of the product %s: %s", (method, key, expected) =>
    expect(written(find(method, `/api/products/${key}`))).toBe(expected),
  )

  it.each([
    ["GET", "/docs/", "redirect /docs"],
    ["DELETE", "/docs///", "redirect /docs"],
    ["GET", "/docs%2F", "redirect /docs"],
    ["POST", "/api%2Fjobs/a b%25%3F%23é/cancel/", "redirect /api/jobs/a%20b%25%3F%23%C3%A9/cancel"],
  ])("for %s %s: %s", (method, path, expected) => expect(written(find(method, path))).toBe(expected))
})

it("of two routes for a path the first answers, with the parameters that it has", () => {
  const path = "/api/products/crawl-discoveries/variants/search"
  expect(find("GET", path)).toMatchObject({
    route: { path: "/api/products/:product_key/variants/search" },
    params: { product_key: "crawl-discoveries" },
  })
  expect(find("PATCH", "/api%2Fproducts/crawl-discoveries/J%20/D%25")).toMatchObject({
    params: { job_id: "J ", discovery_id: "D%" },
  })
})

describe("the routes of the API", () => {
  const all = endpointRoutes
  const named = all.filter(({ path }) => path.includes(":"))
  const findRoute = makeRouting(all)
  const withKeys = (path: string) => path.replaceAll(/:\w+/g, "SKU%2F42")

  it.each(named.filter(({ isRecorded }) => !isRecorded))(
    "$method $path takes keys with a slash",
    ({ method, path }) =>
      expect(findRoute(method, withKeys(path))).toMatchObject({
        _tag: "Found",
        route: { method, path },
        path: withKeys(path),
        params: Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, "SKU/42"])),
      }),
  )

  it.each(named.filter(({ isRecorded }) => isRecorded))(
    "$method $path takes none, as it never did",
    ({ method, path }) => expect(findRoute(method, withKeys(path))._tag).toBe("NotFound"),
  )
})

describe("a path without its trailing slashes", () => {
  it.each([
    ["/", ""],
    ["/a", "/a"],
    ["/a/", "/a"],
    ["//a//b///", "//a//b"],
  ])("%s is %s", (path, expected) => expect(withoutTrailingSlashes(path)).toBe(expected))
})
