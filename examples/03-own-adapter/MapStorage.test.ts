import { portsFromAsync } from "@hangtag/core/promise"
import { objectStorageSuite } from "@hangtag/testkit/conformance"
import { MapStorage } from "./MapStorage.ts"

const noServer = "a Map has no server that could give out files"

objectStorageSuite("MapStorage", portsFromAsync({ objectStorage: new MapStorage() }), {
  skips: {
    "mints a link that gives the file to the one who follows it": noServer,
    "mints a link that expires": noServer,
    "mints a link that cannot be altered or guessed": noServer,
  },
})
