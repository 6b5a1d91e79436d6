/** The URL of the first of the servers that a URL of Postgres names, `postgres://user:password@one:5432,other:5432/database`, and of how many others. */
export const firstServer = (text: string): { readonly url: URL | null; readonly others: number } => {
  const url = URL.parse(text)
  if (url !== null) return { url, others: 0 }
  const [first, ...others] = text.split(",")
  const last = others.at(-1) ?? ""
  const rest = last.search(/[/?]/)
  return { url: URL.parse(first! + (rest < 0 ? "" : last.slice(rest))), others: others.length }
}
