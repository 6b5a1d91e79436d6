#!/usr/bin/env node
import { nodeFault } from "./nodeFault.ts"

// nothing else is loaded before: an older Node would fail at what it cannot parse or find
const fault = nodeFault(process.versions.node)
if (fault === undefined) await import("./start.ts")
else {
  console.error(`hangtag: ${fault}`)
  process.exitCode = 1
}
