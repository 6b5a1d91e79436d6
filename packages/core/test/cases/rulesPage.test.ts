import { expect, it } from "vitest"
import { rulesPage } from "./renderRules.ts"

it("docs/rules.md says what the tables say (else: node packages/core/test/cases/renderRules.ts)", () => {
  expect(rulesPage.written()).toBe(rulesPage.rendered())
})
