import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { doSoon } from "../page/app/notices.ts"

describe("what is put off", () => {
  let page: EventTarget
  beforeEach(() => {
    page = new EventTarget()
    vi.useFakeTimers()
    vi.stubGlobal("document", { querySelector: () => null })
    vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
    vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page))
  })
  afterEach(() => {
    vi.runAllTimers()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it("is done once, as the page is left or later", () => {
    const work = vi.fn()
    doSoon("It is being done", work)
    expect(work).not.toHaveBeenCalled()
    page.dispatchEvent(new Event("pagehide"))
    expect(work).toHaveBeenCalledOnce()
    vi.runAllTimers()
    expect(work).toHaveBeenCalledOnce()
  })

  it("is done at once where others leave no room for its notice", () => {
    const works = [vi.fn(), vi.fn(), vi.fn(), vi.fn()]
    for (const work of works) doSoon("It is being done", work)
    expect(works.map((work) => work.mock.calls.length)).toEqual([1, 0, 0, 0])
    vi.runAllTimers()
    expect(works.map((work) => work.mock.calls.length)).toEqual([1, 1, 1, 1])
  })
})
