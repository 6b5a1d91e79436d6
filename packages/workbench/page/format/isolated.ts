/** A name in a sentence that is plain text, as `<bdi>` sets it apart: its own direction turns nothing around it. */
export const isolated = (name: string): string => `\u2068${name}\u2069`
