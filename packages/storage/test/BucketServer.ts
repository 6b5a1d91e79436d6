import { createHash, randomUUID } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { setTimeout } from "node:timers/promises"

/** What a client asks a bucket for. */
export type BucketCall =
  | "begin upload"
  | "send part"
  | "complete upload"
  | "abort upload"
  | "list uploads"
  | "put"
  | "get"
  | "head"
  | "delete"
  | "list"

/** How a bucket fails to serve one call; only after `lost`, `cut` and `slow` it was carried out. */
export const bucketFaults = ["500", "503", "slow", "reset", "half-closed", "silent", "lost", "cut"] as const
export type BucketFault = (typeof bucketFaults)[number]

interface Answer {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array
}

interface Upload {
  readonly key: string
  readonly began: Date
  readonly parts: Map<number, Buffer>
}

const failure = (status: number, code: string): Answer => ({
  status,
  body: `<Error><Code>${code}</Code><Message>no</Message></Error>`,
})
const etagOf = (bytes: Uint8Array) => `"${createHash("md5").update(bytes).digest("hex")}"`

const callOf = ({ method }: IncomingMessage, key: string, query: URLSearchParams): BucketCall => {
  if (method === "POST") return query.has("uploads") ? "begin upload" : "complete upload"
  if (method === "PUT") return query.has("partNumber") ? "send part" : "put"
  if (method === "DELETE") return query.has("uploadId") ? "abort upload" : "delete"
  if (method === "HEAD") return "head"
  return key !== "" ? "get" : query.has("uploads") ? "list uploads" : "list"
}

/**
 * A bucket in memory that answers as S3 does: an object appears as a whole or not at all, and an upload is known no
 * more once it is complete. `fault` decides how it fails to serve a call.
 */
export class BucketServer {
  readonly objects = new Map<string, Buffer>()
  readonly uploads = new Map<string, Upload>()
  fault: (call: BucketCall) => BucketFault | undefined = () => undefined
  /** How long a slow answer takes, in milliseconds. */
  slowness = 50
  faults = 0
  calls = 0
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch(() => request.socket.destroy())
  })

  static async start(): Promise<BucketServer> {
    const bucket = new BucketServer()
    bucket.#server.listen(0, "127.0.0.1")
    await once(bucket.#server, "listening")
    return bucket
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, "close")
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://s3")
    const key = decodeURIComponent(pathname).split("/").slice(2).join("/")
    const call = callOf(request, key, searchParams)
    const fault = this.fault(call)
    this.calls++
    if (fault !== undefined) this.faults++
    if (fault === "reset") return void request.socket.destroy()
    const body = await buffer(request)
    if (fault === "silent") return
    if (fault === "half-closed") return void request.socket.end()
    if (fault === "slow") await setTimeout(this.slowness)
    const answer =
      fault === "500" || fault === "503"
        ? failure(Number(fault), fault === "500" ? "InternalError" : "SlowDown")
        : this.#answer(call, key, searchParams, body)
    if (fault === "lost") return void request.socket.destroy()
    const bytes = Buffer.from(answer.body ?? "")
    response.writeHead(answer.status ?? 200, {
      "content-type": "application/xml",
      ...(answer.status !== 204 && { "content-length": String(bytes.length) }),
      ...answer.headers,
    })
    if (fault !== "cut") return void response.end(bytes)
    response.write(bytes.subarray(0, bytes.length / 2))
    await setTimeout(5)
    request.socket.destroy()
  }

  #answer(call: BucketCall, key: string, query: URLSearchParams, body: Buffer): Answer {
    const id = query.get("uploadId") ?? ""
    const upload = this.uploads.get(id)
    const object = this.objects.get(key)
    switch (call) {
      case "begin upload": {
        const began = randomUUID()
        this.uploads.set(began, { key, began: new Date(), parts: new Map() })
        return {
          body: `<InitiateMultipartUploadResult><UploadId>${began}</UploadId></InitiateMultipartUploadResult>`,
        }
      }
      case "send part":
        if (upload === undefined) return failure(404, "NoSuchUpload")
        upload.parts.set(Number(query.get("partNumber")), body)
        return { headers: { etag: etagOf(body) } }
      case "complete upload": {
        if (upload === undefined) return failure(404, "NoSuchUpload")
        const named = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, number]) => Number(number))
        const parts = named.map((number) => upload.parts.get(number))
        if (parts.includes(undefined)) return failure(400, "InvalidPart")
        this.objects.set(key, Buffer.concat(parts as Array<Buffer>))
        this.uploads.delete(id)
        return { body: "<CompleteMultipartUploadResult><ETag>e</ETag></CompleteMultipartUploadResult>" }
      }
      case "abort upload":
        return this.uploads.delete(id) ? { status: 204 } : failure(404, "NoSuchUpload")
      case "list uploads": {
        const of = [...this.uploads].filter(([, { key }]) => key.startsWith(query.get("prefix") ?? ""))
        const found = of.map(
          ([id, { key, began }]) =>
            `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${began.toISOString()}</Initiated></Upload>`,
        )
        return { body: `<ListMultipartUploadsResult>${found.join("")}</ListMultipartUploadsResult>` }
      }
      case "put":
        this.objects.set(key, body)
        return { headers: { etag: etagOf(body) } }
      case "head":
      case "get":
        return object === undefined
          ? failure(404, "NoSuchKey")
          : { headers: { etag: etagOf(object) }, body: object }
      case "delete":
        this.objects.delete(key)
        return { status: 204 }
      case "list": {
        const keys = [...this.objects.keys()]
          .filter((key) => key.startsWith(query.get("prefix") ?? ""))
          .sort()
        const modified = new Date().toISOString()
        const contents = keys.map(
          (key) =>
            `<Contents><Key>${key}</Key><Size>${this.objects.get(key)!.length}</Size><LastModified>${modified}</LastModified></Contents>`,
        )
        return { body: `<ListBucketResult>${contents.join("")}</ListBucketResult>` }
      }
    }
  }
}
