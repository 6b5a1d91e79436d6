const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** The header by which a browser saves a file under its name (RFC 6266): a plain form for old clients, then the true one. */
export const contentDisposition = (fileName: string): string => {
  const plain = fileName.replace(/[^ !#-[\]-~]/g, "_")
  const exact = encodeURIComponent(fileName.toWellFormed()).replace(/['()*]/g, percent)
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
