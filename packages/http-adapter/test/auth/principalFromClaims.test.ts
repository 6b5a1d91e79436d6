import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { principalFromClaims } from "../../src/auth/principalFromClaims.ts"

const answered = (claims: object, named?: string) => {
  const principal = principalFromClaims(claims, named)
  return Result.isSuccess(principal) ? principal.success.organization : principal.failure._tag
}
const long = "é".repeat(251)

describe("verified claims", () => {
  it.each<readonly [claims: object, named: string | undefined, answer: string]>([
    [{ sub: "ann", org_id: "a" }, undefined, "a"],
    [{ sub: "ann", organizations: ["a", "b"] }, "b", "b"],
    [{ sub: "ann", organizations: ["a", "b"] }, undefined, "OrganizationDenied"],
    [{ sub: "ann", org_id: "a" }, "b", "OrganizationDenied"],
    [{ sub: "ann", org_id: "a" }, "", "a"],
    [{ sub: "ann", org_id: "é".repeat(250) }, undefined, "é".repeat(250)],
    [{ sub: "", org_id: "a" }, undefined, "Unauthenticated"],
    [{ org_id: "a" }, undefined, "Unauthenticated"],
    [{ sub: 7, org_id: "a" }, undefined, "Unauthenticated"],
    [{ sub: "a\0", org_id: "a" }, undefined, "Unauthenticated"],
    [{ sub: long, org_id: "a" }, undefined, "Unauthenticated"],
    [{ sub: "ann", org_id: "" }, undefined, "Unauthenticated"],
    [{ sub: "ann", org_id: "" }, "a", "Unauthenticated"],
    [{ sub: "ann", organizations: ["a", ""] }, "a", "Unauthenticated"],
    [{ sub: "ann", org_id: "a\0b" }, undefined, "Unauthenticated"],
    [{ sub: "ann", org_id: "\ud800" }, undefined, "Unauthenticated"],
    [{ sub: "ann", organizations: [long] }, undefined, "Unauthenticated"],
    [{ sub: "ann", org_id: ["a"] }, undefined, "Unauthenticated"],
  ])("%j for %j: %s", (claims, named, answer) => expect(answered(claims, named)).toBe(answer))
})
