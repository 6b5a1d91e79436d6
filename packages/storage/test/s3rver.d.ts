declare module "s3rver" {
  import type { AddressInfo } from "node:net"

  /** An S3 server on the file system, for tests. */
  export default class S3rver {
    constructor(options: {
      readonly address: string
      readonly port: number
      readonly silent: boolean
      readonly directory: string
      readonly configureBuckets: ReadonlyArray<{ readonly name: string }>
    })
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
