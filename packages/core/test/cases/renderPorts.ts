import { readFileSync, writeFileSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { type AnyDescribed, portName } from "@hangtag/core/adapter"
import { operations as all } from "@hangtag/core/effect"

const page = new URL("../../../../docs/ports.md", import.meta.url)

const operations = Object.entries<AnyDescribed>(all).map(
  ([name, { ports }]) => [name, ports.map(portName)] as const,
)
const names = [...new Set(operations.flatMap(([, ports]) => ports))].sort()

const rendered = `# Which ports for which operation

Made by \`node packages/core/test/cases/renderPorts.ts\` from what the operations say of themselves.

A host brings adapters for the ports of the operations that it wants, and no others:
\`makeHangtag({ catalogRepository, priceRepository })\` has \`previewColorway\`, \`searchVariants\` and \`listExportFields\`.
Calling another does not compile, and rejects with a \`MissingPort\` that names what it lacks; over HTTP its path is
none of ours, and goes on to the host. An operation that comes to need more of a port says so in the changelog; ports
that come with new operations are asked for by those alone. With Effect: \`Hangtag.layerOver<Ports>()\`, or the use cases
themselves, whose types name their ports; both are in \`@hangtag/core/effect\`.

Each port is one interface in \`@hangtag/core\`, whose docstring lists its promises, and a plain async object of the same
name in \`@hangtag/core/promise\`.

| operation | ${names.join(" | ")} |
| --- | ${names.map(() => ":-:").join(" | ")} |
${operations
  .map(([operation, ports]) => {
    const needed = ports
    return `| ${operation} | ${names.map((name) => (needed.includes(name) ? "x" : "")).join(" | ")} |`
  })
  .join("\n")}
`

export const portsPage = { rendered: () => rendered, written: () => readFileSync(page, "utf8") }

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) writeFileSync(page, rendered)
