import { toNodeHandler } from "@hangtag/http-adapter"
import express, { type Request } from "express"
import { hangtag, permissions, users } from "./catalog.ts"

type WithUser = Request & { user?: { readonly name: string } | undefined }

export const app = express()
app.use((request: WithUser, _response, next) => {
  request.user = users[request.get("x-api-key") ?? ""] // your sign-in
  next()
})
app.use(
  "/catalog",
  toNodeHandler<WithUser>(hangtag, {
    authenticate: ({ user }) => user && { organization: "shop", subject: user.name, permissions },
  }),
)
app.use(express.json()) // after the handler: it reads bodies itself
app.get("/hello", (_request, response) => {
  response.send("hello from express")
})
