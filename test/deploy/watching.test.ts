import { parser } from "@prometheus-io/lezer-promql"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { metricsPage, productMetrics } from "../documents/metrics.ts"
import { has, read, run } from "./programs.ts"

/** What PromQL reads, by their names; fails where it is none. */
const metricsRead = (expression: string): ReadonlyArray<string> => {
  const names: Array<string> = []
  parser.parse(expression).iterate({
    enter: ({ type, name, node, from, to }) => {
      if (type.isError) throw new Error(`No PromQL at ${from}: ${expression}`)
      if (name === "Identifier" && node.parent?.name === "VectorSelector")
        names.push(expression.slice(from, to))
    },
  })
  return names
}

const exposed = new Set([
  "up",
  ...productMetrics().flatMap(({ name, type }) =>
    type === "histogram" || type === "timer" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  ),
])

describe("what is watched", () => {
  const { groups } = parse(read("deploy/prometheus/alerts.yml")) as {
    readonly groups: ReadonlyArray<{
      readonly rules: ReadonlyArray<{ readonly alert: string; readonly expr: string }>
    }>
  }
  const rules = groups.flatMap((group) => group.rules)
  const dashboard = JSON.parse(read("deploy/grafana/hangtag.json")) as {
    readonly panels: ReadonlyArray<{
      readonly id: number
      readonly title: string
      readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
      readonly targets: ReadonlyArray<{ readonly expr: string }>
    }>
  }

  it("is what docs/metrics.md says (else: node test/documents/metrics.ts)", () => {
    expect(metricsPage.written()).toBe(metricsPage.rendered())
  })

  it.each(rules)("$alert reads metrics that there are", ({ expr }) => {
    const names = metricsRead(expr)
    expect(names).not.toHaveLength(0)
    for (const name of names) expect(exposed).toContain(name)
  })

  it.each(dashboard.panels)("the panel $title reads metrics that there are, beside the others", (panel) => {
    for (const { expr } of panel.targets) {
      const names = metricsRead(expr.replaceAll("$__rate_interval", "5m"))
      expect(names).not.toHaveLength(0)
      for (const name of names) expect(exposed).toContain(name)
    }
    const { x, y, w, h } = panel.gridPos
    expect(x + w).toBeLessThanOrEqual(24)
    for (const { id, gridPos: other } of dashboard.panels) {
      const meets = x < other.x + other.w && other.x < x + w && y < other.y + other.h && other.y < y + h
      expect(meets).toBe(id === panel.id)
    }
  })

  it("every metric of the product is on the dashboard", () => {
    const text = JSON.stringify(dashboard.panels)
    for (const { name } of productMetrics()) expect(text).toContain(name)
  })

  it("every alert is tried, quiet and firing", () => {
    const tests = read("deploy/prometheus/alerts.test.yml")
    for (const { alert } of rules)
      expect(tests.match(new RegExp(`alertname: ${alert}\\b`, "g"))).toHaveLength(2)
  })

  describe.skipIf(!has("promtool", "--version", "in prometheus"))("promtool", () => {
    it.each([
      ["check", "config", "deploy/prometheus/prometheus.yml"],
      ["test", "rules", "deploy/prometheus/alerts.test.yml"],
    ])("%s %s %s", (...args) => {
      expect(run("promtool", ...args)).toBe("")
    })
  })
})
