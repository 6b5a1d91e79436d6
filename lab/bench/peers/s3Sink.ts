// An S3 service that takes uploads and keeps nothing: the time it takes is the client's. `PORT` is given.

import { createServer } from "node:http"

const begun = "<InitiateMultipartUploadResult><UploadId>U1</UploadId></InitiateMultipartUploadResult>"
const ended = "<CompleteMultipartUploadResult><Key>k</Key><ETag>e</ETag></CompleteMultipartUploadResult>"

createServer((request, response) => {
  const { method, url = "" } = request
  request.resume().once("end", () => {
    if (method === "POST") response.end(url.includes("uploads") ? begun : ended)
    else if (method === "PUT") response.setHeader("etag", '"part"').end()
    else if (method === "DELETE") response.writeHead(204).end()
    else response.end("<ListMultipartUploadsResult></ListMultipartUploadsResult>")
  })
}).listen(Number(process.env.PORT), "127.0.0.1")
