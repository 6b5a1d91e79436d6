#!/usr/bin/env node
import { nodeFault } from "./nodeFault.ts"

// nothing else is loaded before, and nothing is awaited here: an older Node would fail at what it cannot parse or find
const fault = nodeFault(process.versions.node)
if (fault === undefined) import("./start.ts")
else {
  console.error(`hangtag: ${fault}`)
  process.exitCode = 1
}
