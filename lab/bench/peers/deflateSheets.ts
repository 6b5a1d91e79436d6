// Deflates the sheets of an xlsx file again, to nowhere: `node deflateSheets.ts FILE LEVEL`. Prints the time that takes.

import { execFileSync } from "node:child_process"
import { performance } from "node:perf_hooks"
import { Readable, Writable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createDeflateRaw } from "node:zlib"

const [file, level] = process.argv.slice(2) as [string, string]

const xml = execFileSync("unzip", ["-p", file, "xl/worksheets/*"], { maxBuffer: 2 ** 31 - 1 })
const block = 256 * 1024
function* blocks() {
  for (let from = 0; from < xml.length; from += block) yield xml.subarray(from, from + block)
}
const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
const start = performance.now()
await pipeline(Readable.from(blocks()), createDeflateRaw({ level: Number(level) }), nowhere)
console.log(JSON.stringify({ milliseconds: performance.now() - start, bytes: xml.length }))
