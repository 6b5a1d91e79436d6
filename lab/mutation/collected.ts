// What the tests take for vitest: it keeps them, so that they run once for each mutant.

import { expect } from "vitest"

export { assert, chai, expect, vi } from "vitest"

type Body = (...args: ReadonlyArray<unknown>) => unknown
export interface Collected {
  readonly id: string
  readonly run: () => Promise<unknown>
}

const path: Array<string> = []
/** Every test that was imported. */
export const collected: Array<Collected> = []
/** What has to be done before any test. */
export const before: Array<() => unknown> = []

const context = { signal: new AbortController().signal, onTestFinished: () => {}, task: {}, expect }
const bodyOf = (rest: ReadonlyArray<unknown>) => rest.find((each) => typeof each === "function") as Body
const test = (name: string, ...rest: ReadonlyArray<unknown>) => {
  const body = bodyOf(rest)
  collected.push({
    id: [...path, name, collected.length].join(" > "),
    run: async () => body(context),
  })
}
const none = () => {}
const rows =
  (call: (body: Body, row: unknown) => Body) =>
  (cases: ReadonlyArray<unknown>) =>
  (name: string, ...rest: ReadonlyArray<unknown>) => {
    for (const row of cases) test(name, call(bodyOf(rest), row))
  }
export const it: object = Object.assign(test, {
  each: rows((body, row) => () => (Array.isArray(row) ? body(...row) : body(row))),
  for: rows((body, row) => () => body(row, context)),
  only: test,
  skip: none,
  fails: none,
  skipIf: (condition: unknown) => (condition ? none : test),
  runIf: (condition: unknown) => (condition ? test : none),
})
export { it as test }
export const describe = Object.assign(
  (name: string, ...rest: ReadonlyArray<unknown>) => {
    path.push(name)
    bodyOf(rest)()
    path.pop()
  },
  {
    each:
      (cases: ReadonlyArray<unknown>) =>
      (name: string, ...rest: ReadonlyArray<unknown>) => {
        for (const row of cases) describe(name, () => bodyOf(rest)(...[row].flat()))
      },
  },
)
export const beforeAll = (hook: () => unknown) => void before.push(hook)
export { none as afterAll, none as afterEach, none as beforeEach }
export const TestRunner = { getCurrentSuite: none }
