import { once } from "node:events"
import { connect } from "node:net"
import { setTimeout } from "node:timers/promises"
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib"
import type { Attack, Target } from "./Attack.ts"
import { attacker } from "./catalog.ts"

const path = "/api/products/export-async"
const search = "/api/products/P0/variants/search"
const head = (method: string, target: string, headers = "") =>
  `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nX-Organization-ID: ${attacker}\r\n${headers}\r\n`
const chunked = (chunks: string, trailers = "") =>
  `${head("POST", path, "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n")}${chunks}0\r\n${trailers}\r\n`

/** Asks on one connection so often, one behind the other, and reads what comes; for some seconds at most. */
const inLine = (port: number, words: string, count: number) =>
  new Promise<void>((done) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(words.repeat(count)))
    let answers = 0
    socket.on("data", (bytes) => {
      answers += bytes.toString("latin1").split("HTTP/1.1 ").length - 1
      if (answers >= count) socket.destroy()
    })
    socket.setTimeout(5_000, () => socket.destroy())
    socket.on("error", () => {}).on("close", () => done())
  })

/** Connections that send part after part, and never all. */
const slowly = async ({ port, hold }: Target, count: number, parts: ReadonlyArray<string>) => {
  const sockets = Array.from({ length: count }, () => connect(port, "127.0.0.1").on("error", () => {}))
  for (const part of parts) {
    for (const socket of sockets) socket.write(part)
    await setTimeout((hold * 1_000) / parts.length)
  }
  for (const socket of sockets) socket.destroy()
}

const zeros = Buffer.alloc(64_000_000)
const packed: Readonly<Record<string, () => Uint8Array>> = {
  gzip: () => gzipSync(zeros),
  br: () => brotliCompressSync(zeros),
  deflate: () => deflateSync(zeros),
  "gzip, gzip": () => gzipSync(gzipSync(zeros)),
  zstd: () => Buffer.alloc(1_000, "x"),
  ...Object.fromEntries([["x".repeat(30_000), () => Buffer.from("{}")]]),
}

const x = "x".repeat(50_000)
const digits = "9".repeat(50_000)
const targets = [
  `${search}?q=x&limit=${digits}`,
  `${search}?q=${"%F0%9F%98%80".repeat(4_000)}`,
  `/api/catalog/batches/OPEN/records?offset=${digits}`,
  `/api/catalog/batches/OPEN/records?after=${x}`,
  `/api/catalog/batches/OPEN/records?sort=${x}`,
  `/api/pricing/batches?after=${digits}&search=${"x".repeat(200)}`,
  `/api/pricing/batches?search=${x}`,
  `/api/pricing/upcoming?after=${x}`,
  `/api/pricing/upcoming?from=${digits}&until=${"-".repeat(5_000)}`,
  `/api/pricing/upcoming?from=2091-01-01T${"0:".repeat(20_000)}`,
  `/api/pricing/variants/LATER-0/explain?price_type=MAP&at=${x}`,
  `/api/pricing/variants/LATER-0/timeline?from=${"2091-01-01".repeat(4_000)}`,
  `/api/pricing/products/${x}/timeline`,
  `/api/catalog/publications?after=${digits}`,
  `/api/jobs/${x}`,
]
const headers = [
  ...["Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID", "Origin", "X-Organization-ID"],
  ...["X-Forwarded-Proto", "X-Forwarded-For", "Sec-Fetch-Site", "Traceparent", "Expect", "Accept-Language"],
]

const bodyOf = (type: string, body: string | Uint8Array, more: Readonly<Record<string, string>> = {}) => ({
  path,
  body,
  headers: { "content-type": type, ...more },
})

/** What is sent in unusual ways: packed, in very many pieces, slowly, in line, under other names. */
export const floods: ReadonlyArray<Attack> = [
  ...Object.entries(packed).map(
    ([coding, make]): Attack => ({
      name: `flood: a body packed as ${coding.slice(0, 20)}`,
      run: ({ send }) => send(bodyOf("application/json", make(), { "content-encoding": coding })),
    }),
  ),
  {
    name: "flood: archives, forms and parts",
    run: async ({ send }) => {
      const parts = `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n`.repeat(50_000)
      await send(bodyOf("application/zip", Buffer.from(`PK\x03\x04${"\0".repeat(3_000_000)}`)))
      await send(bodyOf("application/x-www-form-urlencoded", "a=1&".repeat(1_000_000)))
      await send(bodyOf("multipart/form-data; boundary=x", parts))
      await send(bodyOf(`multipart/form-data; boundary=${"-".repeat(50_000)}`, parts))
    },
  },
  {
    name: "flood: a million pieces of a byte",
    run: ({ speak }) => speak(chunked("1\r\n \r\n".repeat(1_000_000))),
    // it is hung up on
    tolerated: [0],
  },
  {
    name: "flood: pieces with 10,000 characters beside them",
    run: ({ speak }) => speak(chunked(`1;${"x".repeat(10_000)}\r\n \r\n`.repeat(200))),
  },
  {
    name: "flood: 20,000 trailers",
    run: ({ speak }) => speak(chunked("2\r\n{}\r\n", "X: 1\r\n".repeat(20_000))),
  },
  {
    name: "flood: lengths that contradict",
    run: async ({ speak }) => {
      for (const more of [
        "Content-Length: 2\r\nContent-Length: 3\r\n",
        "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
        `Content-Length: ${"9".repeat(1_000)}\r\n`,
        "Content-Length: -1\r\n",
        "Transfer-Encoding: chunked, identity, chunked\r\n",
      ])
        await speak(`${head("POST", path, more)}{}`)
    },
  },
  {
    name: "flood: methods and protocols",
    run: async ({ speak }) => {
      for (const method of ["HEAD", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "X".repeat(10_000)])
        await speak(head(method, path))
      await speak(head("GET", search, "Connection: Upgrade\r\nUpgrade: websocket\r\n"))
      await speak(head("GET", search, "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"))
      await speak("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
      await speak(Buffer.from("160301020001000", "hex"))
    },
    // what is no request, or would open a tunnel, is hung up on
    tolerated: [0],
  },
  {
    name: "flood: long parameters",
    run: async ({ send }) => {
      for (const target of targets) await send({ path: target })
    },
  },
  {
    name: "flood: long headers",
    run: async ({ send }) => {
      for (const name of headers)
        for (const text of [x, digits, ",".repeat(50_000)])
          await send({ ...bodyOf("application/json", "{}"), headers: { [name]: text } })
    },
  },
  {
    name: "flood: 3,000 searches in line on one connection",
    run: ({ port }) => inLine(port, head("GET", `${search}?q=x`), 3_000),
  },
  {
    name: "flood: 3,000 previews in line on one connection",
    run: ({ port }) => {
      const body = '{"product_key":"P0","color":"Black"}'
      const more = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
      return inLine(port, head("POST", "/api/pricing/map-policy/B/colorway-prefill", more) + body, 3_000)
    },
  },
  {
    name: "flood: 500 connections that end within a body, behind others in line",
    run: async ({ port }) => {
      const body = '{"product_key":"P0","color":"Black"}'
      const more = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
      const asked = head("POST", "/api/pricing/map-policy/B/colorway-prefill", more) + body
      const ends = Array.from({ length: 500 }, async (_, nth) => {
        const socket = connect(port, "127.0.0.1").on("error", () => {})
        socket.write(asked.repeat(nth % 20) + asked.slice(0, -5), () => socket.destroy())
        await once(socket, "close")
      })
      await Promise.all(ends)
    },
  },
  {
    name: "flood: 1,000 connections that say nothing",
    run: (target) => slowly(target, 1_000, [""]),
  },
  {
    name: "flood: 500 connections that send headers bit by bit",
    run: (target) =>
      slowly(target, 500, [
        head("GET", search).slice(0, -2),
        ...Array.from({ length: 8 }, (_, i) => `X-${i}: 1\r\n`),
      ]),
  },
  {
    name: "flood: 500 connections that send bodies bit by bit",
    run: (target) =>
      slowly(target, 500, [
        head("POST", path, "Content-Type: application/json\r\nContent-Length: 1000\r\n"),
        ...Array.from({ length: 8 }, () => " "),
      ]),
  },
]
