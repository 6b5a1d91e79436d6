/** Takes every null out of a parsed line of catalog NDJSON, however deep it lies: null means absent there. In place. */
export const dropNulls = (value: unknown): void => {
  if (typeof value !== "object" || value === null) return
  if (Array.isArray(value)) {
    let kept = 0
    for (const item of value) if (item !== null) value[kept++] = item
    value.length = kept
    for (const item of value) dropNulls(item)
    return
  }
  const members = value as Record<string, unknown>
  for (const name of Object.keys(members)) {
    if (members[name] === null) delete members[name]
    else dropNulls(members[name])
  }
}
