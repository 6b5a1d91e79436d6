import { expect, it } from "vitest"
import { portsPage } from "./renderPorts.ts"

it("docs/ports.md says what the operations need (else: node packages/core/test/cases/renderPorts.ts)", () => {
  expect(portsPage.written()).toBe(portsPage.rendered())
})
