const needed = "22.19"

/** What is wrong with a Node of this version, if it is too old. In words that any Node reads. */
export const nodeFault = (version: string): string | undefined => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  const [leastMajor = 0, leastMinor = 0] = needed.split(".").map(Number)
  return major > leastMajor || (major === leastMajor && minor >= leastMinor)
    ? undefined
    : `needs Node ${needed} or newer, and this is ${version}: https://nodejs.org has it`
}
