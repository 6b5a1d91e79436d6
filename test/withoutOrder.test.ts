import { expect, it } from "vitest"
import { withoutOrder } from "../lab/packaging/withoutOrder.ts"

const equal = (a: string, b: string) => withoutOrder(a) === withoutOrder(b)

it("takes two declarations for one where a union's order differs, and nothing else", () => {
  expect(equal('type A = Foo<1> | Bar<2 | "x">;', 'type A = Bar<"x" | 2> | Foo<1>;')).toBe(true)
  expect(equal("{ a: string | null }", "{ a: null | string }")).toBe(true)
  expect(equal("Foo<1> | Bar<2>", "Foo<2> | Bar<1>")).toBe(false)
  expect(equal("{ a: 1; b: string }", "{ a: string; b: 1 }")).toBe(false)
  expect(equal("const f: (a: string) => void;", "const f: (a: string, b: string) => void;")).toBe(false)
  expect(equal("const a: 1;", "")).toBe(false)
  expect(equal("(a < b; const a: 1;", "(a < b; const a: 2;")).toBe(false)
})
