#!/usr/bin/env node
import { enableCompileCache } from "node:module"
import { limitHeapGrowth } from "./limitHeapGrowth.ts"

const loaded = limitHeapGrowth()
// Before anything large is loaded: a second start then takes about half as long to load.
enableCompileCache()
await import("./commandLine.ts")
loaded()
