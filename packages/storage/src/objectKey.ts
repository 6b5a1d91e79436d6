const segment = /^[A-Za-z0-9._-]+$/

/** Tells whether a key has the form that `ObjectStorage` takes: nothing else reaches a folder or a bucket. */
export const isObjectKey = (key: string): boolean =>
  key.split("/").every((part) => segment.test(part) && part !== "." && part !== "..")
