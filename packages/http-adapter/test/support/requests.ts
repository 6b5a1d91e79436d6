import type { TestRequest } from "./TestServer.ts"

const by =
  (method: string) =>
  (target: string, body?: TestRequest["body"]): TestRequest => ({ method, target, body })

export const get = by("GET")
export const post = by("POST")
export const put = by("PUT")
export const patch = by("PATCH")
export const remove = by("DELETE")
