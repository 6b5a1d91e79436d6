/** The metrics of the product, read from where its sources make them: node test/documents/metrics.ts writes their page. */
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"

const root = resolve(import.meta.dirname, "../..")
const page = join(root, "docs/metrics.md")

export interface ProductMetric {
  readonly name: string
  readonly type: string
  readonly description: string
  readonly labels: ReadonlyArray<string>
  readonly package: string
}

const making = /Metric\.(counter|gauge|histogram|frequency|summary|timer)\(/g
const whole = /^\s*"([a-z_]+)",\s*\{\s*description:\s*"([^"]+)",(?:\s*attributes:\s*\{([^}]*)\})?/

/** Every metric, by name. Fails where the sources make one whose name and description cannot be read off. */
export const productMetrics = (): ReadonlyArray<ProductMetric> =>
  globSync("packages/*/src/**/*.ts", { cwd: root })
    .flatMap((file) => {
      const source = readFileSync(join(root, file), "utf8")
      return Array.from(source.matchAll(making), ({ 0: call, 1: type, index }) => {
        const made = whole.exec(source.slice(index + call.length))
        if (made === null)
          throw new Error(
            `${file}: give each Metric.${type} a literal name, a literal description, then its attributes`,
          )
        const [, name, description, attributes = ""] = made
        const labels = Array.from(attributes.matchAll(/(\w+)(?:\s*:[^,]*)?/g), ([, label]) => label!)
        return { name: name!, type: type!, description: description!, labels, package: file.split("/")[1]! }
      })
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))

const words: Readonly<Record<string, string>> = {
  "http-adapter": "a server",
  worker: "a process with an export worker",
  postgres: "a process with a read replica",
  cli: "every process",
}

/** Made by one package, and looked at by every process of another. */
const ofEveryProcess = /^hangtag_ready/

const render = () => `# Metrics

Made by \`node test/documents/metrics.ts\` from where the sources make them. \`GET /metrics\` gives them as Prometheus text, and
with \`OTEL_EXPORTER_OTLP_ENDPOINT\` a collector gets them too. Times are in seconds. A metric appears once it has been
counted; a histogram has \`_bucket\` (by \`le\`), \`_count\` and \`_sum\` besides. A dashboard and alerts are in
[deploy](../deploy/README.md).

| metric | type | labels | of | tells |
| --- | --- | --- | --- | --- |
${productMetrics()
  .map(
    ({ name, type, labels, description, package: own }) =>
      `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(", ")} | ${ofEveryProcess.test(name) ? words.cli : (words[own] ?? own)} | ${description} |`,
  )
  .join("\n")}
`

export const metricsPage = { rendered: render, written: () => readFileSync(page, "utf8") }

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) writeFileSync(page, render())
