import { inject } from "vitest"

/** The run's real Postgres server, or why there is none; it starts with the first test file that asks. */
export type TestServer =
  | { readonly url: string; readonly unavailable?: undefined }
  | { readonly unavailable: string }

const find = async (): Promise<TestServer> => {
  const response = await fetch(inject("serverDesk"))
  const answer = await response.text()
  if (response.ok) return { url: answer }
  console.warn(`Tests on a real Postgres server are skipped: ${answer}`)
  return { unavailable: answer }
}

export const testServer: TestServer = await find()
