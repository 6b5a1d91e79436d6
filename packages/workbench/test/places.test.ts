import { beforeEach, describe, expect, it, vi } from "vitest"
import { forgetLines, lastColorway, rememberColorway, rememberLines } from "../page/app/lastPlace.ts"

const colorway = "/price-change?brand=NT&product=NT-1&color=Red"
const typed = `${colorway}&line=MAP~139.95~2098-06-01&same_instant=withdraw`

describe("what is gone on with", () => {
  beforeEach(() => {
    const kept = new Map<string, string>()
    vi.stubGlobal("sessionStorage", {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, text: string) => void kept.set(name, text),
    })
    rememberColorway({ name: "Boot, Red", path: typed })
    rememberLines("PC-1", typed)
    return () => vi.unstubAllGlobals()
  })

  it("has no lines that were published", () => {
    forgetLines({ key: "PC-1", reverts: null })
    expect(lastColorway()).toEqual({ name: "Boot, Red", path: colorway })
  })

  it("has the lines that were typed since, until those before are taken back", () => {
    rememberColorway({ name: "Boot, Red", path: `${colorway}&line=MAP~129.95~2098-07-01` })
    forgetLines({ key: "PC-1", reverts: null })
    expect(lastColorway()?.path).toContain("129.95")
    forgetLines({ key: "PC-2", reverts: "PC-1" })
    expect(lastColorway()?.path).toBe(colorway)
  })

  it("has the lines of another colorway, and those of another batch", () => {
    forgetLines({ key: "PC-3", reverts: null })
    expect(lastColorway()?.path).toBe(typed)
    const other = typed.replace("Red", "Blue")
    rememberColorway({ name: "Boot, Blue", path: other })
    forgetLines({ key: "PC-2", reverts: "PC-1" })
    expect(lastColorway()?.path).toBe(other)
  })
})
