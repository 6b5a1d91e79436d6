/** Where `effect/persistence` keeps the messages; its own migrations make it and `<table>_migrations`. */
export const queueTable = "hangtag_queue"
