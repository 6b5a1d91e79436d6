/** What every part begins with. */
export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
