import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { Effect } from "effect"

export interface S3Request {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage["headers"]
  readonly body: Buffer
}

export interface S3Answer {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: string
}

const uploadBegun = "<InitiateMultipartUploadResult><UploadId>U1</UploadId></InitiateMultipartUploadResult>"
const uploadCompleted =
  "<CompleteMultipartUploadResult><Key>k</Key><ETag>e</ETag></CompleteMultipartUploadResult>"

/** What S3 says of writes that go well, with nothing kept of them. */
const defaultAnswer = ({ method, query }: S3Request): S3Answer => {
  if (method === "POST") return { body: query.has("uploads") ? uploadBegun : uploadCompleted }
  if (method === "PUT") return { headers: { etag: `"part-${query.get("partNumber")}"` } }
  if (method === "DELETE") return { status: 204 }
  return { body: "<ListMultipartUploadsResult></ListMultipartUploadsResult>" }
}

export const failure = (status: number, code: string): S3Answer => ({
  status,
  body: `<Error><Code>${code}</Code><Message>no</Message></Error>`,
})

/** A server that records requests of S3's kind, and answers them as it is set or as if all went well. */
export const fakeS3 = (answer: (request: S3Request) => S3Answer | Promise<S3Answer> | undefined) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const requests: Array<S3Request> = []
      const server = createServer(async (incoming, response) => {
        // a client that was interrupted meanwhile
        const body = await buffer(incoming).catch(() => undefined)
        if (body === undefined) return
        const url = new URL(incoming.url ?? "", "http://s3")
        const request = {
          method: incoming.method ?? "",
          path: url.pathname,
          query: url.searchParams,
          headers: incoming.headers,
          body,
        }
        requests.push(request)
        const {
          status = 200,
          headers = {},
          body: text = "",
        } = (await answer(request)) ?? defaultAnswer(request)
        response.writeHead(status, { "content-type": "application/xml", ...headers }).end(text)
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      return { server, requests, endpoint }
    }),
    ({ server }) =>
      Effect.promise(async () => {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }),
  )
